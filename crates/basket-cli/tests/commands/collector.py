"""Reads a message to a collector by OpenTelemetry's definitions, and prints the names of its spans."""

import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

message = json_format.Parse(sys.stdin.read(), ExportTraceServiceRequest())
for resource in message.resource_spans:
    for scope in resource.scope_spans:
        for span in scope.spans:
            print(span.name)
