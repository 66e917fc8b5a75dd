//! `basket operator`: lets people into the backend, when the backend itself cannot.

use crate::{
    database::{self, Database},
    deletion::{self, When},
    say, secret_file, shop,
    table::table,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use basket_model::operator::{
    LinkPurpose, Operator, Role, hash_password, password_problem, read_email,
};
use basket_store::{Store, StoreError};
use clap::{Args, Subcommand, ValueEnum};
use std::{process::ExitCode, time::Duration};

/// The first operator's password, for a service that nobody sits at. A flag would show it to everybody
/// on the machine.
const PASSWORD: &str = "BASKET_ADMIN_PASSWORD";
/// How long a link is good.
const LIFETIME: Duration = Duration::from_hours(24);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: database::Arguments,
    /// Public origin of the service
    #[arg(
        long,
        global = true,
        env = "BASKET_PUBLIC",
        default_value = "http://127.0.0.1:8080",
        value_name = "ORIGIN",
        value_parser = shop::origin
    )]
    public: String,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the accounts
    List,
    /// Print a link to join a shop; it works once, for a day
    Invite {
        /// Shop number; needed only if there are several shops
        #[arg(long, value_name = "NUMBER")]
        shop: Option<i64>,
        /// Role of the new member
        #[arg(long, value_enum, default_value = "owner")]
        role: ChosenRole,
    },
    /// Print a link to set a new password; it works once, for a day
    Reset {
        /// E-mail address of the account
        email: String,
        /// Also remove the authenticator app, passkeys and recovery codes, if they are lost
        #[arg(long)]
        second_factors: bool,
    },
    /// Disable an account and end its sessions
    Disable {
        /// E-mail address of the account
        email: String,
    },
    /// Enable an account again
    Enable {
        /// E-mail address of the account
        email: String,
    },
    /// Delete an account in 14 days; activity logs keep its actions without the e-mail address
    Delete {
        /// E-mail address of the account
        email: String,
        #[command(flatten)]
        when: When,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ChosenRole {
    /// Everything
    Owner,
    /// Everything but keys, checkout and people
    Staff,
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let database = arguments.database.open()?;
    let link = |purpose, place, operator: Option<i64>| {
        let made = database.ask(|store| store.links().create(purpose, place, operator, LIFETIME));
        made.map(|token| address(&arguments.public, purpose, &token))
    };
    let text = match arguments.command {
        Command::List => {
            let operators = database.ask(async |store| store.operators().all().await)?;
            let row = |(operator, shops): &(Operator, i64)| {
                let shops =
                    if *shops == 1 { "1 shop".to_owned() } else { format!("{shops} shops") };
                [operator.email.clone(), shops]
            };
            table(&operators.iter().map(row).collect::<Vec<_>>())
        }
        Command::Invite { shop, role } => {
            let role = match role {
                ChosenRole::Owner => Role::Owner,
                ChosenRole::Staff => Role::Staff,
            };
            let shop = database.shop(shop)?.id;
            link(LinkPurpose::Join, Some((shop, role)), None)?
        }
        Command::Reset { email, second_factors } => {
            let operator = find(&database, &email)?.id;
            if second_factors {
                database.ask(|store| store.second_factors().remove_all(operator))?;
            }
            link(LinkPurpose::Password, None, Some(operator))?
        }
        Command::Disable { email } => {
            let operator = find(&database, &email)?.id;
            database.ask(|store| store.operators().set_disabled(operator, true))?;
            String::new()
        }
        Command::Enable { email } => {
            let operator = find(&database, &email)?.id;
            database.ask(|store| store.operators().set_disabled(operator, false))?;
            String::new()
        }
        Command::Delete { email, when } => delete(&database, &find(&database, &email)?, when)?,
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn find(database: &Database, email: &str) -> Result<Operator> {
    let unknown =
        || format!("There is no operator {email}. `basket operator list` shows all operators.");
    let address = read_email(email).with_context(unknown)?;
    let found = database.ask(|store| store.operators().find(&address))?;
    Ok(found.with_context(unknown)?.operator)
}

fn delete(database: &Database, operator: &Operator, when: When) -> Result<String> {
    let Operator { id, email } = operator;
    if when.cancel {
        let is_kept = database.ask(|store| store.operators().cancel_deletion(*id))?;
        ensure!(is_kept, "Deletion of {email} was not requested.");
        return Ok(format!("The deletion of {email} is cancelled.\n"));
    }
    let at = database.ask(|store| store.operators().request_deletion(*id, when.now))?;
    let Some(at) = at else {
        let shops = database.ask(|store| store.operators().shops_owned_alone(*id))?.join(", ");
        bail!("{email} is the only owner of {shops}. Invite another owner, or delete the shop.");
    };
    if when.now {
        deletion::in_steps(|| database.ask(|store| store.operators().delete_some(*id, email)))?;
        let is_left = database.ask(|store| store.operators().find(email))?.is_some();
        ensure!(
            !is_left,
            "{email} is the only owner of a shop, and is deleted when that shop is deleted."
        );
        return Ok(format!("{email} is deleted.\n"));
    }
    let day = deletion::day(at);
    Ok(format!("{email} will be deleted on {day}. --cancel cancels the deletion.\n"))
}

/// Lets the first operator in, if nobody can sign in yet: by the password in the environment, or by a link;
/// what to say of it.
pub(crate) async fn first(store: &Store, email: &str, public: &str) -> Result<String> {
    let failed = |error: StoreError| anyhow!("{error}");
    if store.operators().exist().await.map_err(failed)? {
        return Ok(String::new());
    }
    let Some(password) = secret_file::value(PASSWORD)? else {
        let link = store.links().create(LinkPurpose::Setup, None, None, LIFETIME).await;
        let link = address(public, LinkPurpose::Setup, &link.map_err(failed)?);
        return Ok(format!(
            "Set up:   {link}          (works once, for a day; a restart prints a new link)\n"
        ));
    };
    if let Some(problem) = password_problem(&password, &[email]) {
        bail!("{PASSWORD} is not accepted. {problem}");
    }
    let email =
        read_email(email).with_context(|| format!("{email} is not a valid e-mail address."))?;
    let kept = hash_password(&password)?;
    store.operators().create(&email, &kept).await.map_err(failed)?;
    if let Some(account) = store.operators().find(&email).await.map_err(failed)? {
        store.operators().adopt_shops(account.operator.id).await.map_err(failed)?;
    }
    Ok(format!("Operator: {email}, with the password of {PASSWORD}\n"))
}

fn address(public: &str, purpose: LinkPurpose, token: &str) -> String {
    format!("{public}/admin/{}/{token}\n", purpose.name())
}
