//! What HTTP requests say and what answers share, wherever they are answered: the API, the hosted checkout and the
//! backend all use it. It works on the types of the `http` crate and must never know a framework, a database, or a
//! page.

pub mod address;
pub mod body;
pub mod caller;
pub mod etag;
pub mod fields;
pub mod files;
pub mod limits;
pub mod outage;
pub mod snippet;
