//! Registered push devices: OneSignal ids of the native app, and Web Push subscriptions of browsers.

mod queries;
pub mod routes;
mod subscription;
pub mod vapid;

/// What a device's token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    OneSignal,
    WebPush,
}

impl DeviceKind {
    fn as_str(self) -> &'static str {
        match self {
            DeviceKind::OneSignal => "onesignal",
            DeviceKind::WebPush => "webpush",
        }
    }
}
