//! Keys of a shop. A publishable one stands in pages and only names the shop; a secret one opens what
//! belongs to the shop's own servers. It must never know what a key is used for.

use crate::token::{self, NoRandomness};
use sha2::{Digest, Sha256};

const PUBLISHABLE: &str = "pk_";
const SECRET: &str = "sk_";
/// How many digits of a secret key are its name, which is no secret.
const NAME: usize = 12;

/// What a key is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// It names the shop, on any page.
    Publishable,
    /// It opens the shop's own calls, and is known to the shop's servers only.
    Secret,
}

/// What a secret key may be limited to. Each may read what it may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// To read products, carts and orders.
    Read,
    /// To read and change products.
    Products,
    /// To read carts, and to read and change orders.
    Orders,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Read, Self::Products, Self::Orders];

    /// The name that is kept and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Products => "products",
            Self::Orders => "orders",
        }
    }

    /// The scope of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// What a secret key may do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Rights {
    /// Everything.
    #[default]
    All,
    /// Only that.
    Only(Vec<Scope>),
}

impl Rights {
    /// Those scopes; none of them is everything.
    pub fn new(scopes: Vec<Scope>) -> Self {
        if scopes.is_empty() { Self::All } else { Self::Only(scopes) }
    }

    /// The rights that are kept under these names. A name that is not known gives no right.
    pub fn parse(names: Option<&str>) -> Self {
        let Some(names) = names else { return Self::All };
        Self::Only(names.split(' ').filter_map(Scope::parse).collect())
    }

    /// The names under which they are kept; `None` is everything.
    pub fn names(&self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Only(scopes) => {
                let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
                Some(names.join(" "))
            }
        }
    }

    /// Whether they are enough to read or to change what belongs to a scope.
    pub fn allow(&self, subject: Scope, is_change: bool) -> bool {
        match self {
            Self::All => true,
            Self::Only(scopes) => {
                scopes.contains(&subject) || !is_change && scopes.contains(&Scope::Read)
            }
        }
    }
}

/// A key as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key itself if it is publishable, else its first part.
    pub name: String,
    /// What it is good for.
    pub kind: KeyKind,
    /// What it may do, if it is secret.
    pub rights: Rights,
    /// Since when there is one, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ends or ended; `None` is never.
    pub expires_at: Option<i64>,
}

impl Key {
    /// The key to write into pages: of those publishable that do not end, the one made last.
    pub fn for_pages(keys: &[Self]) -> Option<&Self> {
        let lasting = |key: &&Self| key.kind == KeyKind::Publishable && key.expires_at.is_none();
        keys.iter().filter(lasting).max_by_key(|key| key.created_at)
    }
}

/// A key to be made. The text of a secret one is nowhere else: it is shown once and not kept.
#[derive(Clone)]
pub struct NewKey {
    /// What it is known by: the key itself if it is publishable, else its first part.
    pub name: String,
    /// The digest of a secret key.
    pub digest: Option<Vec<u8>>,
    /// What a secret key may do.
    pub rights: Rights,
    text: String,
}

impl NewKey {
    /// A key by chance.
    pub fn random(kind: KeyKind) -> Result<Self, NoRandomness> {
        let digits = token::random()?;
        Ok(match kind {
            KeyKind::Publishable => Self::publishable(format!("{PUBLISHABLE}{}", &digits[..24])),
            KeyKind::Secret => {
                let name = format!("{SECRET}{}", &token::random()?[..NAME]);
                let text = format!("{name}_{digits}");
                Self { digest: Some(digest(&text)), name, rights: Rights::All, text }
            }
        })
    }

    /// A publishable key of one's choice.
    pub fn publishable(key: impl Into<String>) -> Self {
        let text = key.into();
        Self { name: text.clone(), digest: None, rights: Rights::All, text }
    }

    /// The same key with these rights.
    #[must_use]
    pub fn with_rights(self, rights: Rights) -> Self {
        Self { rights, ..self }
    }

    /// What the caller has to write down.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl std::fmt::Debug for NewKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("NewKey").field(&self.name).finish()
    }
}

/// Name and digest of a secret key from a request; `None` if it is not a secret key. The key is pure chance,
/// and long: nobody finds it from its digest, so a digest that is slow to make would protect nothing.
pub fn read_secret(text: &str) -> Option<(&str, Vec<u8>)> {
    let (name, _) = text.rsplit_once('_').filter(|(name, _)| name.starts_with(SECRET))?;
    (name.len() == SECRET.len() + NAME).then(|| (name, digest(text)))
}

fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_key_is_known_by_its_digest_and_never_shown_again() {
        let key = NewKey::random(KeyKind::Secret).unwrap();
        let (name, digest) = read_secret(key.text()).unwrap();
        assert_eq!((name, Some(digest)), (&*key.name, key.digest.clone()));
        assert_eq!(format!("{key:?}"), format!("NewKey({:?})", key.name));
        assert!(!key.name.contains(key.text()));
        assert!(key.text().len() >= 3 + NAME + 1 + 32, "{}", key.text().len());
    }

    #[test]
    fn the_digest_of_a_key_is_its_sha_256() {
        let (name, digest) = read_secret("sk_123456789012_x").unwrap();
        let expected = "1fe23dca0a04d103cf6a7e9346538bb1476d234a15f52e57250804620dc1cb05";
        assert_eq!((name, &*hex::encode(digest)), ("sk_123456789012", expected));
    }

    #[test]
    fn a_new_key_may_do_everything_unless_it_is_limited() {
        let key = NewKey::random(KeyKind::Secret).unwrap();
        assert_eq!(key.rights, Rights::All);
        let rights = Rights::new(vec![Scope::Products]);
        assert_eq!(key.clone().with_rights(rights.clone()).rights, rights);
        assert_eq!(key.clone().with_rights(rights).text(), key.text());
    }

    #[test]
    fn a_publishable_key_is_its_own_name() {
        let key = NewKey::random(KeyKind::Publishable).unwrap();
        assert!(key.text().starts_with("pk_") && key.text().len() == 27, "{}", key.text());
        assert_eq!((key.text(), &key.digest), (&*key.name, &None));
    }

    #[test]
    fn a_key_reads_what_it_may_change_and_no_more() {
        let rights = |names| Rights::parse(Some(names));
        for (rights, products, orders) in [
            (Rights::All, [true, true], [true, true]),
            (rights("read"), [true, false], [true, false]),
            (rights("products"), [true, true], [false, false]),
            (rights("orders"), [false, false], [true, true]),
            (rights("read orders"), [true, false], [true, true]),
            (rights("odd"), [false, false], [false, false]),
        ] {
            let allowed = |scope| [false, true].map(|change| rights.allow(scope, change));
            assert_eq!(allowed(Scope::Products), products, "{rights:?}");
            assert_eq!(allowed(Scope::Orders), orders, "{rights:?}");
        }
        assert_eq!(rights("read orders").names().as_deref(), Some("read orders"));
        assert_eq!(Rights::new(vec![]).names(), None);
    }

    #[test]
    fn pages_get_the_last_publishable_key_that_does_not_end() {
        let key = |name: &str, kind, created_at, expires_at| Key {
            name: name.to_owned(),
            kind,
            rights: Rights::All,
            created_at,
            expires_at,
        };
        let keys = [
            key("pk_first", KeyKind::Publishable, 1, None),
            key("pk_second", KeyKind::Publishable, 2, None),
            key("pk_ending", KeyKind::Publishable, 3, Some(9)),
            key("sk_secret", KeyKind::Secret, 4, None),
        ];
        assert_eq!(Key::for_pages(&keys).unwrap().name, "pk_second");
        assert!(Key::for_pages(&keys[2..]).is_none());
    }

    #[test]
    fn other_texts_are_no_secret_keys() {
        for text in ["", "pk_demo", "sk_", "sk_123456789012", "sk_1_2", "_", "sk__"] {
            assert_eq!(read_secret(text), None, "{text}");
        }
    }
}
