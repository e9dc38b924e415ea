//! The files in `deploy/`: one version, and units that systemd accepts.

use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap()
}

#[test]
fn every_deployment_names_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    for path in [
        "deploy/compose.yaml",
        "deploy/compose.household.yaml",
        "deploy/kubernetes/halcyon.yaml",
        "deploy/kubernetes/migrate.yaml",
    ] {
        let text = read(path);
        let images: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("image: halcyon")).collect();
        assert_eq!(images, [format!(":{version}")], "{path}");
    }
    assert!(read("deploy/kubernetes/kustomization.yaml").contains(&format!("newTag: {version} }}\n")));
    assert!(read("Dockerfile").contains(&format!("ARG VERSION={version}\n")));
}

/// `systemd-analyze verify` reports what systemd would ignore or refuse; it needs the binaries to exist.
#[test]
fn systemd_accepts_the_units() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["halcyon.service", "halcyon-backup.service", "halcyon-backup.timer"] {
        let unit = read(&format!("deploy/{name}")).replace("/usr/local/bin/halcyon", env!("CARGO_BIN_EXE_halcyon"));
        let path = folder.path().join(name);
        std::fs::write(&path, unit).unwrap();
        let checked = Command::new("systemd-analyze").arg("verify").arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&checked.stderr);
        // Other units of the machine may have faults of their own.
        let ours: Vec<&str> = said.lines().filter(|line| line.contains("halcyon")).collect();
        assert!(ours.is_empty(), "{name}: {ours:?}");
    }
}
