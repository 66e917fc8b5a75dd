//! A page of the backend as a browser would read it: tags and texts, one after the other.

use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
    states::RawKind,
};
use std::cell::RefCell;
use ureq::http::HeaderMap;

/// An answer, read.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    /// Where it sends the browser, if anywhere.
    pub location: String,
    /// What it is.
    pub kind: String,
    /// The page as it came.
    pub text: String,
    pieces: Vec<Piece>,
}

/// What a page is made of.
#[derive(Debug, Clone)]
pub enum Piece {
    Start { name: String, attributes: Vec<(String, String)> },
    End(String),
    Text(String),
}

impl Page {
    pub fn new(status: u16, headers: HeaderMap, text: String) -> Self {
        let header = |name| headers.get(name).map_or("", |value| value.to_str().unwrap());
        let (kind, location) = (header("content-type").to_owned(), header("location").to_owned());
        let pieces = if kind.starts_with("text/html") { read(&text) } else { Vec::new() };
        Self { status, headers, location, kind, text, pieces }
    }

    /// Whether a text is anywhere in it.
    pub fn says(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// What stands between two texts, wherever that is.
    pub fn all_between<'a>(&'a self, start: &str, end: &str) -> Vec<&'a str> {
        self.text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Where it sends the browser.
    pub fn location(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.text);
        self.header("location")
    }

    /// Every start tag, with its attributes.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &[(String, String)])> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Start { name, attributes } => Some((&**name, &**attributes)),
            _ => None,
        })
    }

    /// The texts inside the first element of that name, with that attribute if one is given.
    pub fn texts(&self, name: &str, attribute: Option<(&str, &str)>) -> Vec<String> {
        let is_it = |piece: &Piece| {
            let Piece::Start { name: found, attributes } = piece else { return false };
            let has = |(name, value)| attributes.iter().any(|it| it.0 == name && it.1 == value);
            found == name && attribute.is_none_or(has)
        };
        let start = self.pieces.iter().position(is_it);
        let start = start.unwrap_or_else(|| panic!("no {name} {attribute:?} in {}", self.text));
        let (mut depth, mut texts) = (0, Vec::new());
        for piece in &self.pieces[start..] {
            match piece {
                Piece::Start { name: found, .. } if found == name => depth += 1,
                Piece::End(found) if found == name => depth -= 1,
                Piece::Text(text) if !text.trim().is_empty() => texts.push(text.trim().to_owned()),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        texts
    }

    /// All that is in the first element of that name, as one text.
    pub fn text(&self, name: &str) -> String {
        self.texts(name, None).join(" ")
    }

    /// All that can be read on it.
    pub fn text_of_all(&self) -> String {
        let texts = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.trim()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// An attribute of the first element that has another one.
    pub fn attribute(&self, of: (&str, &str), name: &str) -> Option<String> {
        let mut tags =
            self.tags().filter(|(_, all)| all.iter().any(|it| it.0 == of.0 && it.1 == of.1));
        let (_, attributes) = tags.next()?;
        attributes.iter().find(|it| it.0 == name).map(|it| it.1.clone())
    }

    /// What stands in the field with that id.
    pub fn value(&self, id: &str) -> Option<String> {
        self.attribute(("id", id), "value")
    }

    /// The message beside the field with that name.
    pub fn problem(&self, field: &str) -> Option<String> {
        self.attribute(("id", &format!("{field}-problem")), "id")?;
        assert_eq!(self.attribute(("id", field), "aria-invalid").as_deref(), Some("true"));
        let described = self.attribute(("id", field), "aria-describedby").unwrap_or_default();
        assert!(described.contains(&format!("{field}-problem")), "{described}");
        Some(self.texts("p", Some(("id", &format!("{field}-problem")))).join(" "))
    }
}

/// Takes what the reader finds.
#[derive(Default)]
struct Pieces(RefCell<Vec<Piece>>);

impl TokenSink for Pieces {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut pieces = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => {
                pieces.push(Piece::End(tag.name.to_string()));
            }
            Token::TagToken(tag) => {
                let attribute =
                    |it: html5ever::Attribute| (it.name.local.to_string(), it.value.to_string());
                let (name, is_closed) = (tag.name.to_string(), tag.self_closing);
                let attributes = tag.attrs.into_iter().map(attribute).collect();
                // What a tree builder would tell the reader: inside of these no tag begins.
                let kind = match &*name {
                    "title" | "textarea" => Some(RawKind::Rcdata),
                    "style" => Some(RawKind::Rawtext),
                    "script" => Some(RawKind::ScriptData),
                    _ => None,
                };
                let is_void = matches!(&*name, "meta" | "link" | "input" | "img" | "br" | "hr");
                pieces.push(Piece::Start { name: name.clone(), attributes });
                if is_void || is_closed {
                    pieces.push(Piece::End(name));
                }
                if let Some(kind) = kind {
                    return TokenSinkResult::RawData(kind);
                }
            }
            Token::CharacterTokens(text) => match pieces.last_mut() {
                Some(Piece::Text(before)) => before.push_str(&text),
                _ => pieces.push(Piece::Text(text.to_string())),
            },
            Token::CommentToken(text) => panic!("a page of ours has no comment: {text}"),
            Token::ParseError(error) => panic!("the page is no proper HTML: {error}"),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn read(source: &str) -> Vec<Piece> {
    let tokenizer = Tokenizer::new(Pieces::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(source.into());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}
