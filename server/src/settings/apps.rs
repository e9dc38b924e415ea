//! The native apps that may take over our addresses.

use super::reader::Reader;

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
    pub fingerprint: String,
}

pub fn read(reader: &mut Reader) -> NativeApps {
    NativeApps {
        ios: reader.list("HALCYON_IOS_APP_IDS", "an app id", |text| Some(text.to_owned())),
        android: reader.list("HALCYON_ANDROID_APPS", "package=fingerprint", parse_android),
    }
}

fn parse_android(text: &str) -> Option<AndroidApp> {
    let (package, fingerprint) = text.split_once('=')?;
    Some(AndroidApp { package: package.trim().to_owned(), fingerprint: fingerprint.trim().to_owned() })
}
