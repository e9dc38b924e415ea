//! Where push messages can be sent: the wrapper's OneSignal id, or a browser's Web Push subscription.

mod queries;
pub mod routes;
mod subscription;

/// What kind of address a device's token is.
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
