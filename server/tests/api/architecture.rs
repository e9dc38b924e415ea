//! The import rules of docs/architecture.md: features do not import each other, and nothing imports upwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// From the top: a module may import modules of later rows only, and of its own row where that is not a feature.
const COMPOSITION: &[&str] = &["app", "serve"];
const FEATURES: &[&str] = &[
    "accounts",
    "alerts",
    "contact",
    "embed",
    "feeds",
    "health",
    "history",
    "html",
    "locations",
    "permission",
    "places",
    "preferences",
    "public_api",
    "public_config",
    "push",
    "rain",
    "smart_home",
    "terminal",
    "weather",
    "well_known",
];

/// The stages of a pipeline in order: a stage may import itself and earlier ones.
const WEATHER_STAGES: &[&str] = &["model", "report", "astronomy", "analysis", "providers", "assemble", "cache"];
const ALERT_STAGES: &[&str] = &[
    "model",
    "sources",
    "schedule",
    "matching",
    "ingest",
    "notify",
    "briefings",
    "thresholds",
    "notifications",
    "delivery",
];

const RAIN_STAGES: &[&str] = &[
    "model",
    "motion",
    "summary",
    "report",
    "forecast",
    "base",
    "labels",
    "sources",
    "frames",
    "forecast_map",
    "service",
    "routes",
];

/// A source file: its path from `src`, and the modules of this crate that it names.
struct SourceFile {
    path: Vec<String>,
    imports: BTreeSet<Vec<String>>,
}

impl SourceFile {
    fn read(file: &Path) -> SourceFile {
        let relative = file.strip_prefix(SOURCES).unwrap().with_extension("");
        let mut path: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        path.pop_if(|last| last == "mod");
        let text = fs::read_to_string(file).unwrap();
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        // Tests may build what they need from anywhere.
        let code = code.split("#[cfg(test)]\n#[allow").next().unwrap_or_default();
        let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        SourceFile { imports: imports(code, &path), path }
    }

    fn name(&self) -> String {
        self.path.join("::")
    }
}

/// Every `crate::…` and `super::…` path in a text, as absolute segments.
fn imports(code: &str, path: &[String]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for (start, _) in code.match_indices("crate::") {
        expand(&code[start + "crate::".len()..], &[], &mut found);
    }
    for (start, _) in code.match_indices("super::") {
        if !code[..start].ends_with("super::") {
            let levels = code[start..].split("super::").take_while(|part| part.is_empty()).count();
            let parent = path[..path.len().saturating_sub(levels)].to_vec();
            expand(&code[start + levels * "super::".len()..], &parent, &mut found);
        }
    }
    found
}

/// The paths of a use tree: `a::{b, c::d}` under `prefix`. Braces are followed one level deep, which is all that counts here.
fn expand(tree: &str, prefix: &[String], found: &mut BTreeSet<Vec<String>>) {
    let word_end = tree.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(tree.len());
    let (word, rest) = tree.split_at(word_end);
    if let Some(group) = tree.strip_prefix('{') {
        let mut depth = 0;
        let mut start = 0;
        for (index, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    expand(group[start..index].trim(), prefix, found);
                    start = index + 1;
                    if letter == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    if word.is_empty() {
        return;
    }
    let mut path = prefix.to_vec();
    path.push(word.to_owned());
    found.insert(path.clone());
    if let Some(rest) = rest.strip_prefix("::") {
        expand(rest, &path, found);
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn source_files() -> Vec<SourceFile> {
    rust_files(Path::new(SOURCES))
        .iter()
        .filter(|file| !file.components().any(|part| part.as_os_str() == "tests") && !file.ends_with("tests.rs"))
        .map(|file| SourceFile::read(file))
        .filter(|file| !matches!(file.name().as_str(), "lib" | "main"))
        .collect()
}

#[test]
fn features_do_not_import_each_other_and_nothing_imports_upwards() {
    let rank = |module: &str| match module {
        _ if COMPOSITION.contains(&module) => 0,
        _ if FEATURES.contains(&module) => 1,
        _ => 2,
    };
    let files = source_files();
    assert!(files.len() > 100, "{} files", files.len());
    let modules: BTreeSet<&str> = files.iter().map(|file| file.path[0].as_str()).collect();
    let mut violations = Vec::new();
    for file in &files {
        let own = file.path[0].as_str();
        for import in file.imports.iter().filter(|import| import.len() == 1) {
            let other = import[0].as_str();
            let is_forbidden = rank(other) < rank(own) || (rank(own) == 1 && rank(other) == 1);
            if own != other && modules.contains(other) && is_forbidden {
                violations.push(format!("{} imports {other}", file.name()));
            }
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

#[test]
fn the_modules_have_no_import_cycle() {
    let files = source_files();
    let modules: BTreeSet<&str> = files.iter().map(|file| file.path[0].as_str()).collect();
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in &files {
        let others = file.imports.iter().filter(|import| import.len() == 1).map(|import| import[0].as_str());
        let others = others.filter(|other| modules.contains(other) && *other != file.path[0]);
        graph.entry(&file.path[0]).or_default().extend(others);
    }
    // Remove modules that import nothing that is left: what remains lies on a cycle or above one.
    while let Some(leaf) = graph.iter().find(|(_, others)| others.iter().all(|other| !graph.contains_key(other))) {
        let leaf = *leaf.0;
        graph.remove(leaf);
    }
    assert!(graph.is_empty(), "{graph:#?}");
}

#[test]
fn the_stages_of_a_pipeline_import_earlier_stages_only() {
    let mut violations = Vec::new();
    for (pipeline, stages) in [("weather", WEATHER_STAGES), ("alerts", ALERT_STAGES), ("rain", RAIN_STAGES)] {
        let stage_of = |path: &[String]| {
            let is_inside = path.first().is_some_and(|first| first == pipeline);
            path.get(1).filter(|_| is_inside).and_then(|name| stages.iter().position(|stage| stage == name))
        };
        for file in source_files() {
            let Some(own) = stage_of(&file.path) else { continue };
            let is_later =
                |import: &&Vec<String>| import.len() == 2 && stage_of(import).is_some_and(|other| other > own);
            violations.extend(
                file.imports
                    .iter()
                    .filter(is_later)
                    .map(|later| format!("{} imports {}", file.name(), later.join("::"))),
            );
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

#[test]
fn the_rules_see_every_form_of_an_import() {
    let path = ["alerts", "model", "area"].map(str::to_owned);
    let code =
        "use super::super::notify::{run, policy::decide};\nuse crate::{db::Db, weather};\ncrate::html::render();";
    let names: Vec<String> = imports(code, &path).iter().map(|path| path.join("::")).collect();
    for expected in ["alerts::notify", "alerts::notify::policy::decide", "db::Db", "weather", "html::render"] {
        assert!(names.contains(&expected.to_owned()), "{expected} in {names:?}");
    }
}
