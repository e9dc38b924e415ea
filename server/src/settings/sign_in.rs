//! The settings of sign-in with Google and with Apple.

use url::Url;

use super::reader::Reader;
use super::{Mode, Secret};

/// One provider: who we are there, and where it answers. Without client ids it is not offered.
#[derive(Clone, Debug)]
pub struct ProviderSettings {
    /// The web page's first; a token for any of them is accepted.
    pub client_ids: Vec<String>,
    pub issuers: Vec<String>,
    pub jwks_url: Url,
    pub auth_url: Url,
    pub token_url: Url,
    pub revoke_url: Option<Url>,
    pub client_secret: ClientSecret,
}

/// How we prove to a provider that a code is ours to exchange.
#[derive(Clone, Debug)]
pub enum ClientSecret {
    /// Codes cannot be exchanged; sign-in with a token in the page works all the same.
    None,
    Fixed(Secret),
    /// Apple wants a short-lived token signed with the operator's key.
    Signed {
        team_id: String,
        key_id: String,
        private_key: Secret,
    },
}

pub fn read_google(reader: &mut Reader, mode: Mode) -> ProviderSettings {
    ProviderSettings {
        client_ids: texts(reader, "HALCYON_GOOGLE_CLIENT_IDS"),
        issuers: texts(reader, "HALCYON_GOOGLE_ISSUERS"),
        jwks_url: address(reader, "HALCYON_GOOGLE_JWKS_URL", mode),
        auth_url: address(reader, "HALCYON_GOOGLE_AUTH_URL", mode),
        token_url: address(reader, "HALCYON_GOOGLE_TOKEN_URL", mode),
        revoke_url: None,
        client_secret: reader.secret("HALCYON_GOOGLE_CLIENT_SECRET").map_or(ClientSecret::None, ClientSecret::Fixed),
    }
}

pub fn read_apple(reader: &mut Reader, mode: Mode) -> ProviderSettings {
    ProviderSettings {
        client_ids: texts(reader, "HALCYON_APPLE_CLIENT_IDS"),
        issuers: texts(reader, "HALCYON_APPLE_ISSUER"),
        jwks_url: address(reader, "HALCYON_APPLE_JWKS_URL", mode),
        auth_url: address(reader, "HALCYON_APPLE_AUTH_URL", mode),
        token_url: address(reader, "HALCYON_APPLE_TOKEN_URL", mode),
        revoke_url: Some(address(reader, "HALCYON_APPLE_REVOKE_URL", mode)),
        client_secret: read_apple_key(reader),
    }
}

fn read_apple_key(reader: &mut Reader) -> ClientSecret {
    let team_id = reader.text("HALCYON_APPLE_TEAM_ID");
    let key_id = reader.text("HALCYON_APPLE_KEY_ID");
    let private_key = reader.secret("HALCYON_APPLE_PRIVATE_KEY");
    match (team_id, key_id, private_key) {
        (Some(team_id), Some(key_id), Some(key)) => {
            // A file of settings has one line per value: line ends may be written as \n.
            let private_key = Secret::new(key.expose().replace("\\n", "\n"));
            ClientSecret::Signed { team_id, key_id, private_key }
        }
        (None, None, None) => ClientSecret::None,
        _ => {
            reader.problem(
                "HALCYON_APPLE_PRIVATE_KEY",
                "is needed together with HALCYON_APPLE_TEAM_ID and HALCYON_APPLE_KEY_ID",
            );
            ClientSecret::None
        }
    }
}

fn texts(reader: &mut Reader, name: &str) -> Vec<String> {
    reader.list(name, "a text", |text| Some(text.to_owned()))
}

/// Keys and codes travel to these addresses: in production only encrypted.
fn address(reader: &mut Reader, name: &str, mode: Mode) -> Url {
    let url = reader.url(name);
    if mode == Mode::Production && url.scheme() != "https" {
        reader.problem(name, "must be an https address in production");
    }
    url
}
