//! The settings of sign-in with Google, with Apple and with one more OpenID Connect provider.

use url::Url;

use super::public_url::is_private;
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

/// An OpenID Connect provider that the operator has chosen; its endpoints are in its discovery document.
#[derive(Clone, Debug)]
pub struct OidcSettings {
    /// As text, because it is compared letter by letter.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Secret,
    /// What users know it as.
    pub name: String,
    pub icon: OidcIcon,
    /// The claim with the address.
    pub email_claim: String,
    /// Addresses count as verified even if the provider does not say so.
    pub trusts_email: bool,
    /// Whether an unknown identity makes an account.
    pub has_sign_up: bool,
}

/// An icon that the page has itself, so that it makes no request to another site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OidcIcon {
    Key,
    Shield,
    House,
    Building,
    People,
}

const OIDC_ICONS: &[(&str, OidcIcon)] = &[
    ("key", OidcIcon::Key),
    ("shield", OidcIcon::Shield),
    ("house", OidcIcon::House),
    ("building", OidcIcon::Building),
    ("people", OidcIcon::People),
];
const MAX_NAME_LENGTH: usize = 40;
const ON_OFF: &[(&str, bool)] = &[("on", true), ("off", false)];

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

/// `None` without an issuer.
pub fn read_oidc(reader: &mut Reader, mode: Mode, is_household: bool) -> Option<OidcSettings> {
    let name = reader.parse("HALCYON_OIDC_NAME", "a name of at most 40 letters", |text| {
        (text.chars().count() <= MAX_NAME_LENGTH && !text.chars().any(char::is_control)).then(|| text.to_owned())
    });
    let icon = reader.choice("HALCYON_OIDC_ICON", OIDC_ICONS).unwrap_or(OidcIcon::Key);
    let trusts_email = reader.choice("HALCYON_OIDC_TRUST_EMAIL", ON_OFF).unwrap_or(false);
    let has_sign_up = reader.choice("HALCYON_OIDC_SIGN_UP", ON_OFF).unwrap_or(true);
    let (client_id, client_secret) =
        (reader.text("HALCYON_OIDC_CLIENT_ID"), reader.secret("HALCYON_OIDC_CLIENT_SECRET"));
    let Some(issuer) = read_issuer(reader, mode, is_household) else {
        if reader.text(ISSUER).is_none() && (client_id.is_some() || client_secret.is_some()) {
            reader.problem(ISSUER, "is needed together with HALCYON_OIDC_CLIENT_ID");
        }
        return None;
    };
    for (setting, is_missing) in
        [("HALCYON_OIDC_CLIENT_ID", client_id.is_none()), ("HALCYON_OIDC_CLIENT_SECRET", client_secret.is_none())]
    {
        if is_missing {
            reader.problem(setting, "is needed together with HALCYON_OIDC_ISSUER");
        }
    }
    let email_claim = reader.text("HALCYON_OIDC_EMAIL_CLAIM").unwrap_or_default();
    let (client_id, client_secret) = (client_id?, client_secret?);
    Some(OidcSettings { issuer, client_id, client_secret, name: name?, icon, email_claim, trusts_email, has_sign_up })
}

const ISSUER: &str = "HALCYON_OIDC_ISSUER";

/// Codes and keys travel to the issuer: only encrypted, or within the own network of a household.
fn read_issuer(reader: &mut Reader, mode: Mode, is_household: bool) -> Option<String> {
    let url = reader.parse(ISSUER, "a web address without ? and #, as https://id.example", |text| {
        let url = Url::parse(text).ok()?;
        let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        (is_plain && matches!(url.scheme(), "http" | "https") && url.host_str().is_some()).then_some(url)
    })?;
    let is_safe = url.scheme() == "https" || mode == Mode::Development || (is_household && is_private(&url));
    if !is_safe {
        reader.problem(
            ISSUER,
            "must be an https address in production; http is for private addresses where HALCYON_PUBLIC_URL is one, too",
        );
    }
    reader.text(ISSUER)
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
