//! Passkeys, by the Web Authentication standard. Who has one signs in without a password; the browser proves it for
//! this very host. A script talks to the browser and fills in a form that is sent like any other.

use crate::{entry, form::OpenForm, refusal::Refusal, session::Visit, state::AdminState};
use axum::{
    extract::State,
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use basket_model::operator::Operator;
use basket_store::{ChallengePurpose, Passkey as KeptPasskey};
use maud::{Markup, html};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::net::IpAddr;
use url::{Host, Url};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder,
};

/// What a browser shows besides the host.
const NAME: &str = "Basket";

/// The host that passkeys are bound to; none is possible where people come by a number, or without TLS from elsewhere.
fn relying_party(service: &str) -> Option<Webauthn> {
    let origin = Url::parse(service).ok()?;
    let Host::Domain(host) = origin.host()? else { return None };
    if host.parse::<IpAddr>().is_ok() || (origin.scheme() != "https" && host != "localhost") {
        return None;
    }
    WebauthnBuilder::new(host, &origin).ok()?.rp_name(NAME).build().ok()
}

/// Whether passkeys can be used where people reach the service.
pub(crate) fn are_possible(visit: &Visit) -> bool {
    relying_party(&visit.service).is_some()
}

/// What a script needs to talk to the browser: what to ask it, and what to send back with the answer.
fn question(challenge: &str, options: impl Serialize) -> String {
    json!({ "challenge": challenge, "options": options }).to_string()
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|_| Refusal::passkey())
}

fn write(value: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|_| Refusal::passkey())
}

/// The number that a passkey carries for its owner.
fn handle(operator: i64) -> Uuid {
    Uuid::from_u128(u128::from(operator.unsigned_abs()))
}

/// A passkey to be added.
#[derive(Debug)]
pub(crate) struct NewPasskey {
    pub(crate) id: Vec<u8>,
    pub(crate) credential: String,
}

/// Begins to add a passkey to an account that has those already; the question for the browser.
pub(crate) async fn begin_adding(
    state: &AdminState,
    visit: &Visit,
    owner: &Operator,
    known: Vec<KeptPasskey>,
) -> Result<String, Refusal> {
    let party = relying_party(&visit.service).ok_or_else(Refusal::passkey)?;
    let known = known.into_iter().map(|passkey| passkey.id).collect();
    let Operator { id: operator, email } = owner;
    let begun = party.start_passkey_registration(handle(*operator), email, email, Some(known));
    let (options, registration) = begun.map_err(|_| Refusal::passkey())?;
    let (purpose, registration) = (ChallengePurpose::AddPasskey, write(&registration)?);
    let challenge = state.store.challenges().begin(purpose, Some(*operator), &registration).await?;
    let mut options = serde_json::to_value(options).map_err(|_| Refusal::passkey())?;
    // The sign-in names no account: the passkey has to.
    options["publicKey"]["authenticatorSelection"]["residentKey"] = Value::from("required");
    options["publicKey"]["authenticatorSelection"]["requireResidentKey"] = Value::from(true);
    Ok(question(&challenge, options))
}

/// Ends it with what the browser answered.
pub(crate) async fn finish_adding(
    state: &AdminState,
    visit: &Visit,
    operator: i64,
    challenge: &str,
    answer: &str,
) -> Result<NewPasskey, Refusal> {
    let party = relying_party(&visit.service).ok_or_else(Refusal::passkey)?;
    let begun = state.store.challenges().finish(ChallengePurpose::AddPasskey, challenge).await?;
    let begun = begun.filter(|begun| begun.operator == Some(operator));
    let begun: PasskeyRegistration = read(&begun.ok_or_else(Refusal::passkey)?.state)?;
    let answer: RegisterPublicKeyCredential = read(answer)?;
    let passkey = party.finish_passkey_registration(&answer, &begun);
    let passkey = passkey.map_err(|_| Refusal::passkey())?;
    Ok(NewPasskey { id: passkey.cred_id().clone(), credential: write(&passkey)? })
}

/// `POST /admin/sign-in/passkey/challenge`.
pub async fn begin_passkey_sign_in(
    State(state): State<AdminState>,
    visit: Visit,
    _: OpenForm,
) -> Result<Response, Refusal> {
    let party = relying_party(&visit.service).ok_or_else(Refusal::passkey)?;
    let begun = party.start_discoverable_authentication().map_err(|_| Refusal::passkey())?;
    let (mut options, begun) = begun;
    // A button was pressed, so the browser shall ask at once.
    options.mediation = None;
    let begun = write(&begun)?;
    let purpose = ChallengePurpose::PasskeySignIn;
    let challenge = state.store.challenges().begin(purpose, None, &begun).await?;
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    Ok((headers, question(&challenge, options)).into_response())
}

/// `POST /admin/sign-in/passkey`.
pub async fn sign_in_with_passkey(
    State(state): State<AdminState>,
    visit: Visit,
    OpenForm(form): OpenForm,
) -> Result<Response, Refusal> {
    let party = relying_party(&visit.service).ok_or_else(Refusal::passkey)?;
    let purpose = ChallengePurpose::PasskeySignIn;
    let begun = state.store.challenges().finish(purpose, form.text("challenge")).await?;
    let begun: DiscoverableAuthentication = read(&begun.ok_or_else(Refusal::passkey)?.state)?;
    let answer: PublicKeyCredential = read(form.text("answer"))?;
    let named = party.identify_discoverable_authentication(&answer);
    let (owner, id) = named.map_err(|_| Refusal::passkey())?;
    let kept = state.store.second_factors().find_passkey(id).await?;
    let refused = || {
        tracing::warn!(from = visit.whence.address, "passkey refused");
        Refusal::passkey()
    };
    let kept = kept.filter(|kept| handle(kept.operator) == owner).ok_or_else(refused)?;
    let mut passkey: Passkey = read(&kept.credential)?;
    let result = party.finish_discoverable_authentication_v2(&answer, begun, &passkey);
    let result = result.map_err(|_| refused())?;
    // A counter that does not grow means that there are two of it; what keeps none says 0.
    passkey.update_credential(&result);
    state.store.second_factors().use_passkey(&kept.id, &write(&passkey)?).await?;
    let account = state.store.operators().account(kept.operator).await?;
    let account = account.ok_or_else(Refusal::passkey)?;
    if account.is_disabled {
        return Err(Refusal::disabled());
    }
    entry::enter(&state, &visit, kept.operator, &entry::inside(form.get("next"))).await
}

/// A button that signs in with a passkey, where that is possible. A script shows it.
pub(crate) fn sign_in_form(visit: &Visit, next: &str) -> Markup {
    html! {
        @if are_possible(visit) {
            form method="post" action="/admin/sign-in/passkey" hidden
                data-passkey="get" data-challenge="/admin/sign-in/passkey/challenge" {
                input type="hidden" name="next" value=(next);
                (answer_fields())
                button.button.quiet.wide type="submit" { "Sign in with a passkey" }
            }
        }
    }
}

/// What the script fills in.
pub(crate) fn answer_fields() -> Markup {
    html! {
        input type="hidden" name="challenge";
        input type="hidden" name="answer";
        p.problem role="alert" hidden {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_name_and_tls() {
        for service in
            ["https://basket.example", "https://basket.example:8443", "http://localhost:8080"]
        {
            assert!(relying_party(service).is_some(), "{service}");
        }
        for service in ["http://basket.example", "http://127.0.0.1:8080", "https://[::1]", "odd"] {
            assert!(relying_party(service).is_none(), "{service}");
        }
    }
}
