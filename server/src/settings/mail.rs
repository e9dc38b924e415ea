//! The settings of mail: the server that sends it, its sender, and the address of the support.

use super::reader::Reader;
use super::{Mode, Secret};

#[derive(Clone, Debug)]
pub struct MailSettings {
    /// Without it, development writes mails to the data folder, and production sends none.
    pub smtp_url: Option<Secret>,
    pub from: String,
    pub support: String,
}

/// A household can do without mail; other sites have to say that they do.
pub fn read(reader: &mut Reader, mode: Mode, is_household: bool) -> MailSettings {
    let given = reader.secret("HALCYON_SMTP_URL");
    if mode == Mode::Production && given.is_none() && !is_household {
        reader.problem(
            "HALCYON_SMTP_URL",
            "is needed in production, or `none`: then only `halcyon user reset-password` resets a password",
        );
    }
    let is_without_mail = given.as_ref().map_or(is_household, |url| url.expose() == NO_SERVER);
    let smtp_url = given.filter(|_| !is_without_mail);
    // Without mail the sender is never shown.
    let sender_mode = if is_without_mail { Mode::Development } else { mode };
    MailSettings {
        smtp_url,
        from: read_address(reader, "HALCYON_MAIL_FROM", "Halcyon <no-reply@weather.example>", sender_mode),
        support: read_address(reader, "HALCYON_SUPPORT_EMAIL", "support@weather.example", mode),
    }
}

const NO_SERVER: &str = "none";

/// An address on this machine is for development alone: mail servers refuse such a sender, and no user can write to it.
fn read_address(reader: &mut Reader, name: &str, example: &str, mode: Mode) -> String {
    let address = reader.text(name).unwrap_or_default();
    if mode == Mode::Production && is_on_this_machine(&address) {
        reader.problem(name, &format!("is needed in production, as {example}: '{address}' cannot receive mail"));
    }
    address
}

/// Whether a mail address, with or without a name in front of it, ends at localhost.
pub fn is_on_this_machine(address: &str) -> bool {
    let domain = address.trim_end_matches('>').rsplit_once('@').map_or("", |(_, domain)| domain).to_ascii_lowercase();
    domain == "localhost" || domain.ends_with(".localhost") || domain == "localhost.localdomain"
}
