//! People who run shops: who they are, what they may do, and how they prove it. It must never know
//! pages or where anything is kept.

mod password;
mod second_step;

pub use password::{PasswordError, hash_password, password_problem, verify_password};
pub use second_step::{AuthenticatorApp, RecoveryCodes};

/// The e-mail address of the demo shop's operator.
pub const DEMO_EMAIL: &str = "demo@example.com";
/// The password of the demo shop's operator, which everybody knows.
pub const DEMO_PASSWORD: &str = "demo-demo-demo";
/// How long an address may be.
const EMAIL_MOST: usize = 254;

/// A person who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Their number in the database; never shown.
    pub id: i64,
    /// Their address, in small letters.
    pub email: String,
}

/// A person who can sign in, with their credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub operator: Operator,
    /// The password as it is kept.
    pub password: String,
    /// Whether they have an authenticator app.
    pub has_app: bool,
    /// Whether they have a passkey.
    pub has_passkey: bool,
    /// Whether they may not sign in any more.
    pub is_disabled: bool,
}

impl Account {
    /// Whether a password alone is not enough.
    pub fn has_second_factor(&self) -> bool {
        self.has_app || self.has_passkey
    }
}

/// What a member of a shop may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything.
    Owner,
    /// Everything but keys, checkout and people.
    Staff,
}

impl Role {
    /// The name that is kept and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Staff => "staff",
        }
    }

    /// The role of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Owner, Self::Staff].into_iter().find(|role| role.name() == name)
    }
}

/// What an address that works once is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// To become the first operator.
    Setup,
    /// To join a shop.
    Join,
    /// To choose a new password.
    Password,
}

impl LinkPurpose {
    /// The name that is kept and stands in the address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Join => "join",
            Self::Password => "password",
        }
    }
}

/// An address as it is kept; `None` if it cannot be one. Whether anyone reads what is sent there is
/// not for us to find out here.
pub fn read_email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (name, host) = email.rsplit_once('@')?;
    // What could mean more than an address in a link, a header or a mail program is in no real one.
    let is_odd = |sign: char| {
        sign.is_whitespace() || sign.is_control() || "\"(),:;<>@[\\]?&%#".contains(sign)
    };
    let is_name = !name.is_empty() && !name.contains(is_odd);
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|sign| sign.is_alphanumeric() || sign == '-')
    };
    (email.len() <= EMAIL_MOST && is_name && host.split('.').all(is_label)).then_some(email)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_without_a_care_for_case() {
        assert_eq!(read_email(" Ann@Shop.Example ").as_deref(), Some("ann@shop.example"));
        for text in ["", "ann", "@shop.example", "ann@", "a b@shop.example", "a\0@shop.example"] {
            assert_eq!(read_email(text), None, "{text:?}");
        }
        for text in ["ann@localhost", "ann+shop@a-b.c3.example", "ännchen@käse.example"] {
            assert_eq!(read_email(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn an_address_with_odd_signs_is_none() {
        for text in
            ["a,b@shop.example", "a@b@shop.example", "<ann@shop.example", "a?b@shop.example"]
        {
            assert_eq!(read_email(text), None, "{text:?}");
        }
        for host in ["shop..example", ".example", "shop.example.", "sh_op.example", "a b.example"] {
            assert_eq!(read_email(&format!("ann@{host}")), None, "{host:?}");
        }
    }

    #[test]
    fn an_address_has_at_most_254_bytes() {
        let longest = format!("{}@shop.example", "a".repeat(241));
        assert_eq!(read_email(&longest).as_ref(), Some(&longest));
        assert_eq!(read_email(&format!("a{longest}")), None);
    }

    #[test]
    fn an_app_or_a_passkey_is_a_second_factor() {
        let account = |has_app, has_passkey| Account {
            operator: Operator { id: 1, email: "ann@shop.example".to_owned() },
            password: String::new(),
            has_app,
            has_passkey,
            is_disabled: false,
        };
        for (app, passkey) in [(false, false), (true, false), (false, true), (true, true)] {
            let has = account(app, passkey).has_second_factor();
            assert_eq!(has, app || passkey, "{app} {passkey}");
        }
    }

    #[test]
    fn roles_and_links_have_names() {
        assert_eq!(Role::parse("owner"), Some(Role::Owner));
        assert_eq!(Role::parse(Role::Staff.name()), Some(Role::Staff));
        assert_eq!(Role::parse("guest"), None);
        let purposes = [LinkPurpose::Setup, LinkPurpose::Join, LinkPurpose::Password];
        assert_eq!(purposes.map(LinkPurpose::name), ["setup", "join", "password"]);
    }
}
