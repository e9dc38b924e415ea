//! Passkeys: what the browser is asked for, and what its answers prove. The library verifies (decision 0109); a challenge is
//! stored in the database and used up by the first answer, whether that is accepted or not.

use std::fmt;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{
    Credential, CredentialID, DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::Accounts;
use super::one_time::{self, SecretKind};
use super::queries::{self, NewPasskey, PasskeyRow};
use crate::error::{AppError, AuthProblem};
use crate::session::UserId;
use crate::settings::Settings;

/// Of a challenge. The page renews the one of a waiting sign-in form before that.
const CHALLENGE_MINUTES: i64 = 10;
/// Shown by the browser beside the domain.
pub(super) const SITE_NAME: &str = "Halcyon";

/// `None` where browsers have no passkeys: at an IP address, or over http.
#[derive(Clone)]
pub struct Passkeys(Option<Arc<Webauthn>>);

/// What the browser needs to create or use a passkey.
#[derive(Serialize, ToSchema)]
pub struct Ceremony {
    /// Sent back with the browser's answer; valid once, for ten minutes.
    id: String,
    /// For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    options: Value,
}

/// For whom a passkey is created.
pub struct PasskeyOwner<'a> {
    pub user: UserId,
    /// Shown by the browser to tell accounts apart.
    pub name: &'a str,
    pub display_name: &'a str,
    /// An authenticator that holds one of them does not make another.
    pub existing: Vec<CredentialID>,
}

#[derive(Serialize, Deserialize)]
struct StartedRegistration {
    user: UserId,
    state: PasskeyRegistration,
}

/// A passkey that the browser has made for a user.
pub struct CreatedPasskey {
    pub user: UserId,
    passkey: Passkey,
}

/// A passkey that has proven its user.
pub struct UsedPasskey {
    pub user: UserId,
    pub id: Uuid,
    /// As it was when it was verified.
    pub credential: String,
    /// With the counter and the flags of this use.
    pub updated: String,
}

/// What the library reads of new passkeys only.
#[derive(Deserialize)]
struct ClientData {
    #[serde(default, rename = "crossOrigin")]
    is_cross_origin: bool,
}

/// What is known of a passkey besides its row.
pub struct PasskeyState {
    pub counter: u32,
    pub is_backup_eligible: bool,
    pub is_backed_up: bool,
}

impl Passkeys {
    pub fn new(settings: &Settings) -> anyhow::Result<Passkeys> {
        let Some(domain) = settings.passkey_domain() else { return Ok(Passkeys(None)) };
        let mut builder = WebauthnBuilder::new(domain, &settings.public_url)?
            .rp_name(SITE_NAME)
            // In development the page may come from Vite's port.
            .allow_any_port(settings.is_development());
        for origin in settings.further_urls.iter().filter(|url| is_at(url.domain(), domain)) {
            builder = builder.append_allowed_origin(origin);
        }
        for app in &settings.apps.android {
            builder = builder.append_allowed_origin(&app.passkey_origin());
        }
        Ok(Passkeys(Some(Arc::new(builder.build()?))))
    }

    fn get(&self) -> Result<&Webauthn, AppError> {
        self.0.as_deref().ok_or(AppError::NotFound)
    }
}

/// Browsers offer the passkeys of a domain at its subdomains, too.
fn is_at(host: Option<&str>, domain: &str) -> bool {
    host.is_some_and(|host| host == domain || host.ends_with(&format!(".{domain}")))
}

impl CreatedPasskey {
    pub fn named(self, name: String) -> anyhow::Result<NewPasskey> {
        Ok(NewPasskey {
            user_id: self.user,
            id: Uuid::now_v7(),
            credential_id: self.passkey.cred_id().to_vec(),
            credential: serde_json::to_string(&self.passkey)?,
            name,
        })
    }
}

impl PasskeyRow {
    fn passkey(&self) -> anyhow::Result<Passkey> {
        Ok(serde_json::from_str(&self.credential)?)
    }

    pub fn credential_id(&self) -> anyhow::Result<CredentialID> {
        Ok(self.passkey()?.cred_id().clone())
    }

    pub fn state(&self) -> anyhow::Result<PasskeyState> {
        let credential = Credential::from(self.passkey()?);
        Ok(PasskeyState {
            counter: credential.counter,
            is_backup_eligible: credential.backup_eligible,
            is_backed_up: credential.backup_state,
        })
    }
}

impl Accounts {
    /// Asks for a new passkey: one that the authenticator finds by itself, and that it uses only after it has verified the
    /// user by fingerprint, face or PIN. Nothing is asked about the authenticator.
    pub(super) async fn start_passkey(&self, kind: SecretKind, owner: PasskeyOwner<'_>) -> Result<Ceremony, AppError> {
        let webauthn = self.passkeys.get()?;
        let started =
            webauthn.start_passkey_registration(owner.user.0, owner.name, owner.display_name, Some(owner.existing));
        let (challenge, state) = started.map_err(|error| anyhow::anyhow!("passkey challenge: {error}"))?;
        let mut options = to_json(&challenge.public_key)?;
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        self.keep_challenge(kind, &StartedRegistration { user: owner.user, state }, options).await
    }

    pub(super) async fn finish_passkey(
        &self,
        kind: SecretKind,
        ceremony: &str,
        answer: Value,
    ) -> Result<CreatedPasskey, AppError> {
        let webauthn = self.passkeys.get()?;
        let started: Option<StartedRegistration> = self.use_challenge(kind, ceremony).await?;
        let StartedRegistration { user, state } = started.ok_or_else(|| refuse_new("no such challenge"))?;
        let answer: RegisterPublicKeyCredential = serde_json::from_value(answer).map_err(refuse_new)?;
        let passkey = webauthn.finish_passkey_registration(&answer, &state).map_err(refuse_new)?;
        Ok(CreatedPasskey { user, passkey })
    }

    /// Asks for one of these passkeys, or for any of this site: then neither the page nor the request names an account.
    pub(super) async fn start_passkey_use(&self, kind: SecretKind, of: &[PasskeyRow]) -> Result<Ceremony, AppError> {
        let started = self.passkeys.get()?.start_discoverable_authentication();
        let (challenge, state) = started.map_err(|error| anyhow::anyhow!("passkey challenge: {error}"))?;
        let mut options = to_json(&challenge.public_key)?;
        for row in of {
            let credential =
                serde_json::json!({"type": "public-key", "id": BASE64_URL_SAFE_NO_PAD.encode(row.credential_id()?)});
            if let Some(allowed) = options["allowCredentials"].as_array_mut() {
                allowed.push(credential);
            }
        }
        self.keep_challenge(kind, &state, options).await
    }

    /// The passkey is compared again in the transaction that relies on it (`Proof::Passkey`).
    pub(super) async fn verify_passkey(
        &self,
        kind: SecretKind,
        ceremony: &str,
        answer: Value,
    ) -> Result<UsedPasskey, AppError> {
        let webauthn = self.passkeys.get()?;
        let state: Option<DiscoverableAuthentication> = self.use_challenge(kind, ceremony).await?;
        let state = state.ok_or_else(|| refuse("no such challenge"))?;
        let answer: PublicKeyCredential = serde_json::from_value(answer).map_err(refuse)?;
        let client: ClientData = serde_json::from_slice(&answer.response.client_data_json).map_err(refuse)?;
        if client.is_cross_origin {
            return Err(refuse("in a frame of another site"));
        }
        let (user, credential_id) = webauthn.identify_discoverable_authentication(&answer).map_err(refuse)?;
        let row = queries::find_passkey(&self.sessions.db, UserId(user), credential_id).await?;
        let row = row.ok_or_else(|| refuse("not a passkey of this user"))?;
        let mut passkey = row.passkey()?;
        let result = webauthn.finish_discoverable_authentication_v2(&answer, state, &passkey).map_err(refuse)?;
        passkey.update_credential(&result);
        let updated = serde_json::to_string(&passkey).map_err(anyhow::Error::from)?;
        Ok(UsedPasskey { user: UserId(user), id: row.id, credential: row.credential, updated })
    }

    async fn keep_challenge(
        &self,
        kind: SecretKind,
        state: &impl Serialize,
        options: Value,
    ) -> Result<Ceremony, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + CHALLENGE_MINUTES * 60_000;
        let id = one_time::put(&self.sessions.db, kind, state, expires_at).await?;
        Ok(Ceremony { id, options })
    }

    async fn use_challenge<T: serde::de::DeserializeOwned>(
        &self,
        kind: SecretKind,
        ceremony: &str,
    ) -> Result<Option<T>, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        Ok(one_time::take(&self.sessions.db, kind, ceremony, now).await?)
    }
}

fn to_json(options: &impl Serialize) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(options)?)
}

/// The reason goes to the log only.
fn refuse(reason: impl fmt::Display) -> AppError {
    tracing::info!(%reason, "passkey refused");
    AppError::Unauthorized(AuthProblem::PasskeyFailed)
}

fn refuse_new(reason: impl fmt::Display) -> AppError {
    tracing::info!(%reason, "new passkey refused");
    AppError::PasskeyRefused
}
