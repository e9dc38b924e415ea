//! Names a browser and its system for a mail, as far as its user agent reveals them.

/// Order matters: most browsers also name the one they are compatible with.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// `None` if neither is recognised: the text comes from the client and is not repeated as it is.
pub fn describe(user_agent: &str) -> Option<String> {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let known: Vec<&str> = [named(&BROWSERS), named(&SYSTEMS)].into_iter().flatten().collect();
    (!known.is_empty()).then(|| known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_and_systems_are_named_and_other_texts_are_not_repeated() {
        // User agents as the vendors document them.
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                Some("Firefox, Windows"),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                Some("Chrome, Linux"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 \
                 Safari/537.36 Edg/141.0.0.0",
                Some("Edge, Windows"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Mobile/15E148 Safari/604.1",
                Some("Safari, iPhone"),
            ),
            ("visit https://evil.example", None),
            ("", None),
        ] {
            assert_eq!(describe(user_agent).as_deref(), expected, "{user_agent}");
        }
    }
}
