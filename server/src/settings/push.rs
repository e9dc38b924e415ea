//! The settings of push messages: OneSignal for the native app, Web Push for browsers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use super::mail::is_on_this_machine;
use super::reader::Reader;
use super::{Mode, Secret};

#[derive(Clone, Debug)]
pub struct PushSettings {
    pub onesignal_app_id: Option<String>,
    /// Without it nothing is sent to OneSignal.
    pub onesignal_key: Option<Secret>,
    pub onesignal_url: Url,
    /// A template at OneSignal that replaces the texts we send.
    pub onesignal_template_id: Option<String>,
    pub vapid: Option<Vapid>,
    /// What a key pair that the server makes itself is used with; `None` where it makes none.
    pub own_vapid_subject: Option<String>,
    /// Push services a browser's subscription may name.
    pub hosts: Vec<String>,
}

/// Who we are towards push services.
#[derive(Clone, Debug)]
pub struct Vapid {
    pub public_key: String,
    pub private_key: Secret,
    pub subject: String,
}

pub fn read(reader: &mut Reader, mode: Mode, public_url: &Url, support: &str) -> PushSettings {
    let subject = read_subject(reader, mode, public_url, support);
    let is_on = reader.choice("HALCYON_WEB_PUSH", &[("on", true), ("off", false)]).unwrap_or(true);
    let vapid = read_vapid(reader, &subject).filter(|_| is_on);
    // Browsers subscribe over https only, and a development server has no users to notify.
    let makes_keys = is_on && vapid.is_none() && mode == Mode::Production && public_url.scheme() == "https";
    PushSettings {
        onesignal_app_id: reader.text("HALCYON_ONESIGNAL_APP_ID"),
        onesignal_key: reader.secret("HALCYON_ONESIGNAL_API_KEY"),
        onesignal_url: reader.url("HALCYON_ONESIGNAL_API_URL"),
        onesignal_template_id: reader.text("HALCYON_ONESIGNAL_TEMPLATE_ID"),
        vapid,
        own_vapid_subject: makes_keys.then_some(subject),
        hosts: reader.list("HALCYON_PUSH_HOSTS", "a host", |text| Some(text.to_owned())),
    }
}

/// Apple refuses every message whose subject is at localhost, so that the public address is the default.
fn read_subject(reader: &mut Reader, mode: Mode, public_url: &Url, support: &str) -> String {
    const NAME: &str = "HALCYON_VAPID_SUBJECT";
    let given = reader.parse(NAME, "a mailto: or https: address that push services can reach", |text| {
        let is_known_kind = text.starts_with("mailto:") || text.starts_with("https://");
        let is_reachable = mode == Mode::Development || !(is_on_this_machine(text) || is_local_site(text));
        (is_known_kind && is_reachable).then(|| text.to_owned())
    });
    given.unwrap_or_else(|| match public_url.scheme() {
        "https" => public_url.origin().ascii_serialization(),
        _ => format!("mailto:{support}"),
    })
}

fn is_local_site(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.host_str().is_some_and(|host| host == "localhost"))
}

fn read_vapid(reader: &mut Reader, subject: &str) -> Option<Vapid> {
    let (public_key, private_key) =
        (reader.text("HALCYON_VAPID_PUBLIC_KEY"), reader.secret("HALCYON_VAPID_PRIVATE_KEY"));
    let length = |text: &str| URL_SAFE_NO_PAD.decode(text).map_or(0, |bytes| bytes.len());
    match (public_key, private_key) {
        (None, None) => None,
        (Some(public_key), Some(private_key)) => {
            if length(&public_key) != 65 {
                reader.problem("HALCYON_VAPID_PUBLIC_KEY", "must be an uncompressed P-256 key, 65 bytes in base64url");
            }
            if length(private_key.expose()) != 32 {
                reader.problem("HALCYON_VAPID_PRIVATE_KEY", "must be a P-256 key, 32 bytes in base64url");
            }
            Some(Vapid { public_key, private_key, subject: subject.to_owned() })
        }
        _ => {
            reader.problem("HALCYON_VAPID_PRIVATE_KEY", "is needed together with HALCYON_VAPID_PUBLIC_KEY");
            None
        }
    }
}
