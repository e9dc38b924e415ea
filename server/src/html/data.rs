//! What the page would ask for first, sent along as inert JSON.

use crate::geo::coordinates::Coordinates;

/// Both are finished JSON of the server's own making.
#[derive(Default)]
pub struct Data {
    pub session: Option<Vec<u8>>,
    /// Where the weather was asked for.
    pub position: Option<Coordinates>,
    pub report: Option<Vec<u8>>,
}

impl Data {
    pub fn is_empty(&self) -> bool {
        self.session.is_none() && self.report.is_none()
    }

    /// A data block: no browser runs it, and no text in it can end it.
    pub fn html(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let json = |bytes: &Option<Vec<u8>>| match bytes {
            Some(bytes) => String::from_utf8_lossy(bytes).replace('<', "\\u003c"),
            None => "null".to_owned(),
        };
        let weather = match (&self.position, &self.report) {
            (Some(Coordinates { latitude, longitude }), Some(_)) => {
                format!("{{\"latitude\":{latitude},\"longitude\":{longitude},\"report\":{}}}", json(&self.report))
            }
            _ => "null".to_owned(),
        };
        let session = json(&self.session);
        format!(
            "<script type=\"application/json\" id=\"shell-data\">{{\"session\":{session},\"weather\":{weather}}}</script>"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_data_block() {
        let session = br#"{"user":{"first_name":"</script><script>alert(1)</script>"}}"#.to_vec();
        let html = Data { session: Some(session), position: None, report: None }.html();
        assert_eq!(html.matches("</script>").count(), 1);
        let json = html.split_once('>').unwrap().1.strip_suffix("</script>").unwrap();
        let read: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(read["session"]["user"]["first_name"], "</script><script>alert(1)</script>");
    }
}
