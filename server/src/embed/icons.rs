//! The weather icons of the page as SVG; `shared/weatherIcons.json` is written from its drawings.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What it shows, its path, the width of its line.
type Stroke = (String, String, f64);

#[expect(clippy::expect_used, reason = "the file is part of the binary")]
static DRAWINGS: LazyLock<HashMap<String, Vec<Stroke>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../shared/weatherIcons.json")).expect("drawings of all conditions")
});

/// The strokes on a grid of 64 by 64; nothing for an unknown condition.
pub fn strokes(condition: &str, is_day: bool) -> String {
    let name = format!("{condition} {}", if is_day { "day" } else { "night" });
    let paths = DRAWINGS.get(&name).into_iter().flatten().map(|(look, path, width)| {
        let width = (width * 100.0).round() / 100.0;
        format!("<path class=\"i-{look}\" d=\"{path}\" stroke-width=\"{width}\"/>")
    });
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>", paths.collect::<String>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::embed::theme::Theme;

    #[test]
    fn every_condition_is_drawn_by_day_and_by_night_and_every_stroke_has_a_colour() {
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../../locales/en.json")).unwrap();
        let rules = Theme::Light.rules();
        for condition in texts["shared"]["conditions"].as_object().unwrap().keys() {
            assert!(strokes(condition, true).contains("<path"), "{condition}");
            assert_ne!(strokes(condition, true), strokes(condition, false), "{condition}");
        }
        for (look, _, _) in DRAWINGS.values().flatten() {
            assert!(rules.contains(&format!(".i-{look}{{")), "{look}");
        }
    }
}
