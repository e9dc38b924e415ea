//! The colours of an embed: those of the page's tokens, as rules for HTML and SVG alike.

/// Rules with names of colours in place of the values. Classes that begin with `i-` are the strokes of icons.
const RULES: &str = "\
.ground{background:$surface;fill:$surface}\
.text{color:$text;fill:$text}\
.muted{color:$text-muted;fill:$text-muted}\
.link{color:$accent-strong}\
.line{border-color:$border;stroke:$border}\
.info{color:$info;fill:$info;background:$info-ground}\
.moderate{color:$moderate;fill:$moderate;background:$moderate-ground}\
.severe{color:$severe;fill:$severe;background:$severe-ground}\
.extreme{color:$extreme;fill:$extreme;background:$extreme-ground}\
.info-ground{fill:$info-ground;stroke:$info}\
.moderate-ground{fill:$moderate-ground;stroke:$moderate}\
.severe-ground{fill:$severe-ground;stroke:$severe}\
.extreme-ground{fill:$extreme-ground;stroke:$extreme-ground}\
.i-sun{fill:$sun;stroke:$sun-edge}\
.i-ray{stroke:$sun-edge}\
.i-moon{fill:$moon;stroke:$moon-edge}\
.i-star{fill:$moon-edge}\
.i-cloud{fill:$cloud;stroke:$cloud-edge}\
.i-cloudDark{fill:$cloud-dark;stroke:$cloud-edge}\
.i-drop{stroke:$water}\
.i-flake{stroke:$ice}\
.i-ball{fill:$cloud;stroke:$ice}\
.i-bolt{fill:$bolt;stroke:$bolt}\
.i-wind{stroke:$wind}\
.i-hot{fill:$cloud;stroke:$heat}\
.i-cold{fill:$cloud;stroke:$ice}\
.i-hotBulb{fill:$heat;stroke:$heat}\
.i-coldBulb{fill:$ice;stroke:$ice}";

/// Name, light, dark, as in `web/src/styles/tokens.css`.
const COLORS: [(&str, &str, &str); 25] = [
    ("surface", "#ffffff", "#16263d"),
    ("text-muted", "#4a6078", "#a9bdd3"),
    ("text", "#0b2545", "#eaf2fb"),
    ("accent-strong", "#0a5690", "#8ccdf7"),
    ("border", "#d7e2ec", "#2a3d57"),
    ("info-ground", "#e4f1fb", "#12304d"),
    ("info", "#0a5690", "#8ccdf7"),
    ("moderate-ground", "#fff3dd", "#35290f"),
    ("moderate", "#7a4a00", "#ffce7a"),
    ("severe-ground", "#fdeaea", "#451818"),
    ("severe", "#a01414", "#ffb3aa"),
    ("extreme-ground", "#7b0f52", "#ffa3dc"),
    ("extreme", "#ffffff", "#2b0320"),
    ("sun-edge", "#c07408", "#ffcf73"),
    ("sun", "#ffb938", "#ffb938"),
    ("moon-edge", "#5474a3", "#93b2de"),
    ("moon", "#c9d8f0", "#d9e6fb"),
    ("cloud-dark", "#cfdbe8", "#9fb3c9"),
    ("cloud-edge", "#67819e", "#7f9abb"),
    ("cloud", "#f4f8fc", "#d5e1ee"),
    ("water", "#1f78c8", "#5cb8f2"),
    ("ice", "#3f88b8", "#a9dcff"),
    ("bolt", "#d98300", "#ffc43d"),
    ("wind", "#5b7590", "#a9bdd3"),
    ("heat", "#d0440b", "#ff9d52"),
];

/// What high contrast replaces, as in `web/src/styles/themes.css`.
const HIGH_CONTRAST: [(&str, &str, &str); 13] = [
    ("surface", "#ffffff", "#000000"),
    ("text-muted", "#1f2d3d", "#e2e8ef"),
    ("text", "#000000", "#ffffff"),
    ("accent-strong", "#002a4f", "#c4e8ff"),
    ("border", "#000000", "#ffffff"),
    ("info-ground", "#ffffff", "#000000"),
    ("info", "#003e73", "#b5dfff"),
    ("moderate-ground", "#ffffff", "#000000"),
    ("moderate", "#573300", "#ffdf9e"),
    ("severe-ground", "#ffffff", "#000000"),
    ("severe", "#7d0b0b", "#ffc9c2"),
    ("extreme-ground", "#5c003c", "#ffd0ee"),
    ("extreme", "#ffffff", "#000000"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
    /// As the reader's system says.
    Auto,
    /// High contrast, light or dark as the reader's system says.
    Contrast,
}

pub const THEMES: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Auto, Theme::Contrast];

impl Theme {
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            "auto" => Some(Theme::Auto),
            "contrast" => Some(Theme::Contrast),
            _ => None,
        }
    }

    pub fn rules(self) -> String {
        let (light, dark) = (palette(false, false), palette(true, false));
        let (light_contrast, dark_contrast) = (palette(false, true), palette(true, true));
        match self {
            Theme::Light => format!(":root{{color-scheme:light}}{light}"),
            Theme::Dark => format!(":root{{color-scheme:dark}}{dark}"),
            Theme::Auto => format!(
                ":root{{color-scheme:light dark}}{light}@media (prefers-color-scheme:dark){{{dark}}}\
                 @media (prefers-contrast:more){{{light_contrast}}}\
                 @media (prefers-contrast:more) and (prefers-color-scheme:dark){{{dark_contrast}}}"
            ),
            Theme::Contrast => format!(
                ":root{{color-scheme:light dark}}{light_contrast}\
                 @media (prefers-color-scheme:dark){{{dark_contrast}}}"
            ),
        }
    }

    /// For a picture of pixels, which knows nothing of the reader's system: light where that would decide.
    pub fn fixed_rules(self) -> String {
        palette(self == Theme::Dark, self == Theme::Contrast)
    }
}

/// The value of a colour in the light theme.
pub fn light(name: &str) -> &'static str {
    COLORS.iter().find(|(known, ..)| *known == name).map_or("#000000", |(_, light, _)| light)
}

/// The rules with the values of one palette. A name that begins with another one comes before it in the table.
fn palette(is_dark: bool, is_high_contrast: bool) -> String {
    let replaced = HIGH_CONTRAST.iter().filter(|_| is_high_contrast);
    replaced.chain(&COLORS).fold(RULES.to_owned(), |rules, (name, light, dark)| {
        rules.replace(&format!("${name}"), if is_dark { dark } else { light })
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TOKENS: &str = include_str!("../../../web/src/styles/tokens.css");
    const CONTRAST_TOKENS: &str = include_str!("../../../web/src/styles/themes.css");

    #[test]
    fn the_colours_are_those_of_the_page() {
        let high_contrast = CONTRAST_TOKENS.split("\n}").next().unwrap();
        for (table, css) in [(&COLORS[..], TOKENS), (&HIGH_CONTRAST[..], high_contrast)] {
            for (name, light, dark) in table {
                let written = [format!("light-dark({light}, {dark});"), format!("{light};")];
                let is_token =
                    |kind: &str| written.iter().any(|value| css.contains(&format!("--{kind}-{name}: {value}")));
                assert!(is_token("color") || is_token("icon"), "{name}");
            }
        }
    }

    #[test]
    fn every_colour_of_every_theme_has_a_value() {
        for theme in THEMES {
            let rules = theme.rules();
            assert!(!rules.contains('$') && rules.contains(".i-coldBulb{"), "{rules}");
        }
        assert!(Theme::Dark.rules().contains(".severe{color:#ffb3aa;fill:#ffb3aa;background:#451818}"));
        assert!(Theme::Contrast.rules().contains(".text{color:#000000;fill:#000000}"));
        for (theme, text) in [(Theme::Auto, "#0b2545"), (Theme::Dark, "#eaf2fb"), (Theme::Contrast, "#000000")] {
            assert!(theme.fixed_rules().contains(&format!(".text{{color:{text};")), "{theme:?}");
        }
    }
}
