# A mail server that says of each mail what it was, one line of JSON each. It wants a password. Mails to `later@` are
# taken at the second attempt, those to `nobody@` never.
import asyncio
import email
import json
from email.policy import default

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Handler:
    attempts = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 there is nobody of that name"
        if address.startswith("later@"):
            self.attempts += 1
            if self.attempts == 1:
                return "451 not just now"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=default)
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        headers = {name.lower(): str(mail[name]) for name in mail.keys()}
        told = {"sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "headers": headers, "parts": parts}
        print(json.dumps(told), flush=True)
        return "250 taken"


def authenticate(server, session, envelope, mechanism, data):
    known = isinstance(data, LoginPassword) and (data.login, data.password) == (b"ann", b"se:cret")
    return AuthResult(success=known, handled=False)


async def main():
    handler = Handler()

    def protocol():
        return SMTP(handler, authenticator=authenticate, auth_required=True, auth_require_tls=False)

    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
