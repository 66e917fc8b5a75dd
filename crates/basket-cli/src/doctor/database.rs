//! The database: whether it answers, the version of its tables, and the rights on them.

use super::{Opened, in_time, report::Report};
use crate::serve::Flags;
use basket_store::{
    InspectedShop, Inspection, Location, MissingRight, SchemaState, SchemaVersion, StoreError,
};

const DATABASE: &str = "database";
const RIGHTS: &str = "database rights";
const SECRETS: &str = "secrets";

/// The database, if it can be read.
pub(super) async fn check(report: &mut Report, flags: &Flags) -> Option<Opened> {
    let location = flags.database.location();
    if let Location::Sqlite(path) = location
        && !path.is_file()
    {
        // Said with the file.
        return None;
    }
    let looked = async {
        let inspection = in_time(Inspection::open(location)).await?;
        let schema = in_time(inspection.schema()).await?;
        let server = in_time(inspection.server()).await?;
        Ok((inspection, schema, server))
    };
    let (inspection, schema, server) = match looked.await {
        Ok(looked) => looked,
        Err(error) => {
            refuse(report, location, &error);
            return None;
        }
    };
    let is_usable = judge_version(report, location, schema, server);
    if is_usable && matches!(location, Location::Postgres(_)) {
        match in_time(inspection.missing_rights(schema)).await {
            Ok(missing) => judge_rights(report, location, &missing),
            Err(error) => refuse(report, location, &error),
        }
    }
    Some(Opened { inspection, is_current: schema.state == SchemaState::Current })
}

fn refuse(report: &mut Report, location: &Location, error: &StoreError) {
    let (message, fix) = match error {
        StoreError::Foreign => {
            (format!("{location} is not a database"), "Name another one with --database.")
        }
        StoreError::Unavailable(reason) => (
            format!("cannot use {location}: {reason}"),
            "Check that the server runs, and that address, user and password in --database are right.",
        ),
        error => (
            format!("cannot read {location}: {error}"),
            "Give the user in --database the right to read the tables; restore a backup if they are corrupt.",
        ),
    };
    report.failure(DATABASE, message, fix);
}

/// Whether a start of the service could use it.
fn judge_version(
    report: &mut Report,
    location: &Location,
    schema: SchemaVersion,
    server: Option<String>,
) -> bool {
    let SchemaVersion { state, found, latest } = schema;
    let server = server.map(|version| format!(", PostgreSQL {version}")).unwrap_or_default();
    match state {
        SchemaState::Current => {
            report.ok(DATABASE, format!("{location} has tables of version {found}{server}"));
        }
        SchemaState::Empty => {
            report.ok(
                DATABASE,
                format!("{location} is empty; `basket serve` creates the tables{server}"),
            );
        }
        SchemaState::Older => report.warning(
            DATABASE,
            format!("{location} has tables of version {found}; `basket serve` updates them to {latest}{server}"),
            "Make a backup before you start the service.",
        ),
        SchemaState::Newer => {
            report.failure(
                DATABASE,
                format!(
                    "{location} has tables of version {found}, newer than this program knows ({latest})"
                ),
                "Run the newer version of basket, or restore a backup of this version.",
            );
            return false;
        }
        SchemaState::Foreign => {
            report.failure(
                DATABASE,
                format!("{location} has tables of another program"),
                "Name an empty database, or one of basket, with --database.",
            );
            return false;
        }
    }
    true
}

fn judge_rights(report: &mut Report, location: &Location, missing: &[MissingRight]) {
    if missing.is_empty() {
        report.ok(RIGHTS, "the role can use the tables");
    }
    for right in missing {
        let (message, fix) = match right {
            MissingRight::CreateTables => (
                format!("the role must not create tables in {location}"),
                "Run GRANT CREATE ON SCHEMA public TO the role, or make it the owner of the database.".to_owned(),
            ),
            MissingRight::OwnTable(table) => (
                format!("the role does not own the table {table}, which has to be updated"),
                format!("Run ALTER TABLE {table} OWNER TO the role."),
            ),
            MissingRight::UseTable(table) => (
                format!("the role must not read and write the table {table}"),
                format!("Run GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO the role."),
            ),
            MissingRight::Write => (
                format!("{location} is on a read-only replica"),
                "Name the primary server with --database.".to_owned(),
            ),
        };
        report.failure(RIGHTS, message, fix);
    }
}

/// The shops, if their tables and secrets can be read.
pub(super) async fn shops(
    report: &mut Report,
    flags: &Flags,
    database: Option<&Opened>,
) -> Option<Vec<InspectedShop>> {
    let keys = match flags.database.secret_keys() {
        Ok(keys) => keys,
        Err(error) => {
            let fix = "Correct --secret-keys-file or BASKET_SECRET_KEYS.";
            report.failure(SECRETS, format!("{error:#}"), fix);
            return None;
        }
    };
    let Opened { inspection, is_current } = database?;
    if !is_current {
        return None;
    }
    match in_time(inspection.check_secrets(&keys)).await {
        Ok(()) if keys.is_empty() => {
            report.ok(SECRETS, "stored as plain text; no encryption key is set");
        }
        Ok(()) => report.ok(SECRETS, "every stored secret can be decrypted"),
        Err(StoreError::SecretKeyMissing(name)) => {
            report.failure(
                SECRETS,
                format!("cannot decrypt the stored secrets: the key {name} is missing"),
                "Add the key to --secret-keys-file or BASKET_SECRET_KEYS.",
            );
            return None;
        }
        Err(error) => {
            report.failure(
                SECRETS,
                format!("cannot read the stored secrets: {error}"),
                "Enter the secret again in the backend, or restore a backup.",
            );
            return None;
        }
    }
    in_time(inspection.shops(&keys)).await.ok()
}
