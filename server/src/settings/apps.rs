//! The native apps that may take over our addresses.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use url::Url;

use super::reader::{Reader, url_of};

#[derive(Clone, Debug)]
pub struct NativeApps {
    /// Team and bundle, as `TEAM123456.example.halcyon`.
    pub ios: Vec<String>,
    pub android: Vec<AndroidApp>,
}

/// An app and the certificate it is signed with.
#[derive(Clone, Debug)]
pub struct AndroidApp {
    pub package: String,
    /// SHA-256 of the certificate, as `14:6D:E9:…`.
    pub fingerprint: String,
    certificate_hash: [u8; 32],
}

impl AndroidApp {
    /// Of the app's passkeys, in the place of the page's address: Android names the certificate there.
    pub fn passkey_origin(&self) -> Url {
        url_of(&format!("android:apk-key-hash:{}", BASE64_URL_SAFE_NO_PAD.encode(self.certificate_hash)))
    }
}

pub fn read(reader: &mut Reader) -> NativeApps {
    NativeApps {
        ios: reader.list("HALCYON_IOS_APP_IDS", "an app id", |text| Some(text.to_owned())),
        android: reader.list(
            "HALCYON_ANDROID_APPS",
            "package=fingerprint, with the SHA-256 fingerprint as 14:6D:…",
            parse_android,
        ),
    }
}

fn parse_android(text: &str) -> Option<AndroidApp> {
    let (package, fingerprint) = text.split_once('=')?;
    let fingerprint = fingerprint.trim().to_ascii_uppercase();
    let certificate_hash = parse_fingerprint(&fingerprint)?;
    Some(AndroidApp { package: package.trim().to_owned(), fingerprint, certificate_hash })
}

fn parse_fingerprint(text: &str) -> Option<[u8; 32]> {
    let is_byte = |pair: &str| pair.len() == 2 && pair.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |pair| u8::from_str_radix(pair, 16).ok().filter(|_| is_byte(pair));
    text.split(':').map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}
