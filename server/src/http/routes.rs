//! Which call a path belongs to, for the log and the metrics: its pattern, never the path itself.

/// Everything that is no call: the page and its files.
const PAGE: &str = "(page)";

/// The patterns of all calls, by number.
#[derive(Default)]
pub struct Routes {
    patterns: Vec<String>,
    numbers: matchit::Router<usize>,
}

impl Routes {
    /// From the path patterns of the OpenAPI document.
    pub fn new(patterns: impl IntoIterator<Item = String>) -> anyhow::Result<Routes> {
        let mut routes = Routes { patterns: vec![PAGE.to_owned()], ..Routes::default() };
        for pattern in patterns {
            routes.numbers.insert(pattern.clone(), routes.patterns.len())?;
            routes.patterns.push(pattern);
        }
        Ok(routes)
    }

    pub fn number_of(&self, path: &str) -> usize {
        self.numbers.at(path).map_or(0, |found| *found.value)
    }

    /// How many numbers there are.
    #[allow(clippy::len_without_is_empty)] // there is always the page
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// All patterns in the order of their numbers.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().map(String::as_str)
    }

    pub fn pattern(&self, number: usize) -> &str {
        self.patterns.get(number).map_or(PAGE, String::as_str)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_the_pattern_of_its_call() {
        let routes = Routes::new(["/api/locations".to_owned(), "/api/locations/{id}".to_owned()]).unwrap();
        let pattern = |path: &str| routes.pattern(routes.number_of(path)).to_owned();
        assert_eq!(pattern("/api/locations"), "/api/locations");
        assert_eq!(pattern("/api/locations/7f"), "/api/locations/{id}");
        assert_eq!(pattern("/reset-password"), PAGE);
    }
}
