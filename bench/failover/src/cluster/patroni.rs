//! What Patroni is told, and what it says about a cluster.

use serde_json::{Value, json};

/// How long a primary stays the primary without renewing it, in seconds; the least that Patroni allows.
pub const TTL: u64 = 20;
/// How often Patroni looks at everything, in seconds.
const LOOP_WAIT: u64 = 2;
/// After so many seconds without etcd, a primary steps down.
const RETRY_TIMEOUT: u64 = 3;

/// A standby that is further behind does not become the primary, in bytes.
const MAXIMUM_LAG: u64 = 1 << 20;

/// Where a node listens, and where its peers reach it.
pub struct Place<'a> {
    pub name: &'a str,
    /// Its folder.
    pub folder: &'a str,
    /// Where PostgreSQL's programs are.
    pub programs: &'a str,
    pub etcd_relay: u16,
    pub patroni_port: u16,
    pub patroni_relay: u16,
    pub postgres_port: u16,
    pub postgres_relay: u16,
}

/// The configuration of a node. YAML contains JSON.
pub fn configuration(place: &Place<'_>) -> String {
    let address = |port: u16| format!("127.0.0.1:{port}");
    let Place { name, folder, programs, .. } = place;
    let cluster = json!({
        "ttl": TTL,
        "loop_wait": LOOP_WAIT,
        "retry_timeout": RETRY_TIMEOUT,
        "maximum_lag_on_failover": MAXIMUM_LAG,
        "synchronous_mode": true,
        "postgresql": {
            "use_pg_rewind": true,
            "parameters": {
                "max_connections": 100,
                "shared_buffers": "32MB",
                "wal_sender_timeout": "10s",
                "wal_receiver_timeout": "10s",
                "wal_keep_size": "256MB",
            },
        },
    });
    let configuration = json!({
        "scope": "basket",
        "name": name,
        "restapi": {
            "listen": address(place.patroni_port),
            "connect_address": address(place.patroni_relay),
        },
        // By version 3 of etcd's interface, Debian's Patroni 3.0 takes the role of the primary back without a comparison
        // when it was frozen, and writes of the next primary are lost. By version 2 it compares.
        // Without `use_proxies`, Patroni asks etcd for its address, and goes around the relay.
        "etcd": { "hosts": [address(place.etcd_relay)], "use_proxies": true },
        "bootstrap": {
            "dcs": cluster,
            "initdb": [{ "encoding": "UTF8" }, "no-locale", { "auth": "trust" }],
        },
        "postgresql": {
            "listen": address(place.postgres_port),
            "connect_address": address(place.postgres_relay),
            "data_dir": format!("{folder}/data"),
            "bin_dir": programs,
            "pgpass": format!("{folder}/pgpass"),
            "authentication": {
                "superuser": { "username": "postgres" },
                "replication": { "username": "replicator" },
                "rewind": { "username": "rewinder" },
            },
            "pg_hba": [
                "local all all trust",
                "host all all 127.0.0.1/32 trust",
                "host replication all 127.0.0.1/32 trust",
            ],
            "parameters": { "unix_socket_directories": folder },
        },
    });
    format!("{configuration:#}")
}

/// The name of the primary, if the cluster has all its nodes, one of them a synchronous standby, and every standby follows
/// the primary.
pub fn healthy_primary(state: &Value, nodes: usize) -> Option<String> {
    let members = state["members"].as_array()?;
    let with_role =
        |role: &'static str| members.iter().filter(move |member| member["role"] == *role);
    let primary = with_role("leader").next()?;
    let is_running = |member: &&Value| {
        matches!(member["state"].as_str(), Some("running" | "streaming"))
            && member["timeline"] == primary["timeline"]
    };
    let is_close = |member: &Value| {
        member["role"] == "leader" || member["lag"].as_u64().is_some_and(|lag| lag < MAXIMUM_LAG)
    };
    let is_healthy = members.len() == nodes
        && members.iter().all(|member| is_running(&member) && is_close(member))
        && with_role("sync_standby").count() == 1;
    is_healthy.then(|| primary["name"].as_str().map(str::to_owned))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, role: &str, state: &str, timeline: u32) -> Value {
        json!({ "name": name, "role": role, "state": state, "timeline": timeline, "lag": 0 })
    }

    #[test]
    fn a_cluster_is_healthy_with_all_nodes_on_one_timeline_and_a_synchronous_standby() {
        let healthy = |members: &[Value]| healthy_primary(&json!({ "members": members }), 3);
        let first = member("one", "leader", "running", 2);
        let second = member("two", "sync_standby", "running", 2);
        let third = member("three", "replica", "streaming", 2);
        let all = [first.clone(), second.clone(), third.clone()];
        assert_eq!(healthy(&all), Some("one".to_owned()));
        assert_eq!(healthy(&all[..2]), None);
        assert_eq!(healthy(&[first.clone(), third.clone(), third]), None);
        let behind = member("three", "replica", "running", 1);
        assert_eq!(healthy(&[first.clone(), second.clone(), behind]), None);
        let lagging = json!({ "name": "three", "role": "replica", "state": "running", "timeline": 2, "lag": 1 << 21 });
        assert_eq!(healthy(&[first.clone(), second.clone(), lagging]), None);
        let starting = member("three", "replica", "starting", 2);
        assert_eq!(healthy(&[first, second, starting]), None);
    }
}
