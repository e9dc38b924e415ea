//! The data of the page's first requests, sent along as inert JSON.

use crate::geo::coordinates::Coordinates;

#[derive(Default)]
pub struct PageData {
    /// JSON of the session.
    pub session: Option<Vec<u8>>,
    /// The place of the report.
    pub coordinates: Option<Coordinates>,
    /// JSON of the weather report.
    pub report: Option<Vec<u8>>,
}

impl PageData {
    pub fn is_empty(&self) -> bool {
        self.session.is_none() && self.report.is_none()
    }

    /// A data block, which browsers do not execute. `<` is escaped, so that no text in it can end the block.
    pub fn html(&self, config: Option<&[u8]>) -> String {
        if self.is_empty() && config.is_none() {
            return String::new();
        }
        let json = |bytes: Option<&[u8]>| match bytes {
            Some(bytes) => String::from_utf8_lossy(bytes).replace('<', "\\u003c"),
            None => "null".to_owned(),
        };
        let weather = match (&self.coordinates, &self.report) {
            (Some(Coordinates { latitude, longitude }), Some(_)) => {
                format!(
                    "{{\"latitude\":{latitude},\"longitude\":{longitude},\"report\":{}}}",
                    json(self.report.as_deref())
                )
            }
            _ => "null".to_owned(),
        };
        let (session, config) = (json(self.session.as_deref()), json(config));
        format!(
            "<script type=\"application/json\" id=\"shell-data\">\
             {{\"session\":{session},\"weather\":{weather},\"config\":{config}}}</script>"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_end_the_data_block() {
        let session = br#"{"user":{"first_name":"</script><script>alert(1)</script>"}}"#.to_vec();
        let html = PageData { session: Some(session), coordinates: None, report: None }.html(None);
        assert_eq!(html.matches("</script>").count(), 1);
        let json = html.split_once('>').unwrap().1.strip_suffix("</script>").unwrap();
        let read: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(read["session"]["user"]["first_name"], "</script><script>alert(1)</script>");
    }
}
