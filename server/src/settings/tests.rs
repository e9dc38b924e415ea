//! Settings: defaults, both modes, and every mistake named at once.
#![allow(clippy::unwrap_used)]

use super::*;

fn read(pairs: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    Settings::from_pairs(BTreeMap::new(), pairs.iter().copied())
}

const PRODUCTION: [(&str, &str); 6] = [
    ("HALCYON_LISTEN", "0.0.0.0:80"),
    ("HALCYON_PUBLIC_URL", "https://weather.example"),
    ("HALCYON_SECRET_KEY", "Tz7Jq0c1uYvR5nWmK3xP9aLdF2hGsBe8"),
    ("HALCYON_SMTP_URL", "smtps://user:password@mail.example:465"),
    ("HALCYON_MAIL_FROM", "Halcyon <no-reply@weather.example>"),
    ("HALCYON_SUPPORT_EMAIL", "support@weather.example"),
];

#[test]
fn nothing_set_gives_development_on_loopback_with_sqlite() {
    let settings = read(&[]).unwrap();
    assert_eq!(settings.mode, Mode::Development);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.public_url.as_str(), "http://127.0.0.1:8080/");
    assert!(matches!(settings.database, DatabaseUrl::Sqlite(path) if path == Path::new("./data/halcyon.db")));
    assert_eq!(settings.weather.sources, [SourceId::OpenMeteo, SourceId::MetNorway, SourceId::Simulated]);
}

#[test]
fn pool_sizes_are_read_and_one_connection_is_refused() {
    assert_eq!(read(&[]).unwrap().pools, PoolSizes { requests: 16, jobs: 8, replica: 16 });
    let set = [
        ("HALCYON_DATABASE_CONNECTIONS", "40"),
        ("HALCYON_JOB_CONNECTIONS", "2"),
        ("HALCYON_READ_DATABASE_CONNECTIONS", "1000"),
    ];
    assert_eq!(read(&set).unwrap().pools, PoolSizes { requests: 40, jobs: 2, replica: 1000 });
    for wrong in ["1", "0", "-3", "1001", "many"] {
        for (name, _) in set {
            let problems = read(&[(name, wrong)]).unwrap_err().0;
            assert!(problems[0].starts_with(name) && problems[0].contains("from 2 to 1000"), "{problems:?}");
        }
    }
}

#[test]
fn a_country_header_is_a_header_of_a_trusted_proxy() {
    let proxy = ("HALCYON_TRUSTED_PROXIES", "10.0.0.1");
    let settings = read(&[("HALCYON_COUNTRY_HEADER", "CF-IPCountry"), proxy]).unwrap();
    assert_eq!(settings.country_header.unwrap(), "cf-ipcountry");
    for wrong in [&[("HALCYON_COUNTRY_HEADER", "CF-IPCountry")][..], &[("HALCYON_COUNTRY_HEADER", "not a name"), proxy]]
    {
        let problems = read(wrong).unwrap_err().0;
        assert!(problems[0].starts_with("HALCYON_COUNTRY_HEADER"), "{problems:?}");
    }
}

#[test]
fn an_android_app_has_the_fingerprint_of_a_certificate() {
    let print = "14:6d:e9:83:c5:73:06:50:d8:ee:b9:95:2f:34:fc:64:16:a0:83:42:e6:1d:be:a8:8a:04:96:b2:3f:cf:44:e5";
    let settings = read(&[("HALCYON_ANDROID_APPS", &format!("example.halcyon={print}"))]).unwrap();
    assert_eq!(settings.apps.android[0].fingerprint, print.to_uppercase());
    let longer = format!("{print}:00");
    for wrong in ["14:6D", "", &print[1..], &longer, &print.replace(':', ""), &print.replace("14", "+4")] {
        let problems = read(&[("HALCYON_ANDROID_APPS", &format!("example.halcyon={wrong}"))]).unwrap_err().0;
        assert!(problems[0].starts_with("HALCYON_ANDROID_APPS"), "{problems:?}");
    }
}

#[test]
fn the_default_pool_sizes_are_those_of_the_catalogue() {
    assert_eq!(read(&[]).unwrap().pools, PoolSizes::default());
}

#[test]
fn an_open_address_means_production_without_simulated_weather() {
    let settings = read(&PRODUCTION).unwrap();
    assert_eq!(settings.mode, Mode::Production);
    assert_eq!(settings.weather.sources, [SourceId::OpenMeteo, SourceId::MetNorway]);
}

#[test]
fn production_refuses_to_start_without_key_mail_and_public_address() {
    let problems = read(&[("HALCYON_MODE", "production")]).unwrap_err().0;
    let needed = problems.iter().filter_map(|problem| problem.split_once(" is needed in production"));
    let names: Vec<&str> = needed.map(|(name, _)| name).collect();
    let expected =
        ["HALCYON_PUBLIC_URL", "HALCYON_SECRET_KEY", "HALCYON_SMTP_URL", "HALCYON_MAIL_FROM", "HALCYON_SUPPORT_EMAIL"];
    assert_eq!((names.as_slice(), problems.len()), (expected.as_slice(), expected.len()), "{problems:?}");
}

#[test]
fn production_refuses_mail_addresses_at_localhost() {
    for name in ["HALCYON_MAIL_FROM", "HALCYON_SUPPORT_EMAIL"] {
        for address in ["me@localhost", "Halcyon <me@LOCALHOST>", "me@mail.localhost"] {
            let mut pairs = PRODUCTION.to_vec();
            pairs.push((name, address));
            let problems = read(&pairs).unwrap_err().0;
            assert!(problems[0].starts_with(&format!("{name} is needed")), "{problems:?}");
            assert!(read(&[(name, address)]).is_ok(), "in development");
        }
    }
}

/// Apple answers 403 `BadJwtToken` to a subject at localhost (web-push-libs/web-push, issue 947).
#[test]
fn push_services_are_told_the_public_address_unless_another_is_set() {
    let keys = [
        (
            "HALCYON_VAPID_PUBLIC_KEY",
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        ),
        ("HALCYON_VAPID_PRIVATE_KEY", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    ];
    let pairs = [&PRODUCTION[..], &keys[..]].concat();
    let subject = |more: &[(&'static str, &'static str)]| {
        read(&[&pairs[..], more].concat()).map(|settings| settings.push.vapid.unwrap().subject)
    };
    assert_eq!(subject(&[]).unwrap(), "https://weather.example");
    let given = "mailto:help@weather.example";
    assert_eq!(subject(&[("HALCYON_VAPID_SUBJECT", given)]).unwrap(), given);
    for wrong in ["mailto:me@localhost", "https://localhost", "help@weather.example", "http://weather.example"] {
        let problems = subject(&[("HALCYON_VAPID_SUBJECT", wrong)]).unwrap_err().0;
        assert!(problems[0].starts_with("HALCYON_VAPID_SUBJECT is wrong"), "{problems:?}");
    }
}

#[test]
fn only_production_over_https_makes_keys_for_web_push() {
    let makes_keys = |pairs: &[(&str, &str)]| read(pairs).unwrap().push.own_vapid_subject.is_some();
    assert!(makes_keys(&PRODUCTION));
    assert!(!makes_keys(&[&PRODUCTION[..], &[("HALCYON_WEB_PUSH", "off")]].concat()));
    assert!(!makes_keys(&[&PRODUCTION[..], &[("HALCYON_MODE", "development")]].concat()));
    assert!(!makes_keys(&[]));
}

#[test]
fn production_asks_sign_in_providers_over_https_only_and_apples_key_comes_whole() {
    let mut pairs = PRODUCTION.to_vec();
    pairs.push(("HALCYON_GOOGLE_JWKS_URL", "http://keys.example"));
    assert_eq!(read(&pairs).unwrap_err().0, ["HALCYON_GOOGLE_JWKS_URL must be an https address in production"]);
    let problems = read(&[("HALCYON_APPLE_TEAM_ID", "TEAM")]).unwrap_err().0;
    assert!(problems[0].starts_with("HALCYON_APPLE_PRIVATE_KEY is needed together"), "{problems:?}");
}

const OIDC: [(&str, &str); 3] = [
    ("HALCYON_OIDC_ISSUER", "https://id.example/realms/home"),
    ("HALCYON_OIDC_CLIENT_ID", "halcyon"),
    ("HALCYON_OIDC_CLIENT_SECRET", "hunter2"),
];

#[test]
fn a_provider_of_the_operators_choice_comes_whole_and_keeps_its_issuer_letter_by_letter() {
    let oidc = read(&[&PRODUCTION[..], &OIDC].concat()).unwrap().oidc.unwrap();
    assert_eq!((oidc.issuer.as_str(), oidc.name.as_str()), ("https://id.example/realms/home", "Single sign-on"));
    assert_eq!((oidc.email_claim.as_str(), oidc.trusts_email, oidc.has_sign_up), ("email", false, true));
    let slash = [("HALCYON_OIDC_ISSUER", "https://id.example/"), OIDC[1], OIDC[2]];
    assert_eq!(read(&slash).unwrap().oidc.unwrap().issuer, "https://id.example/");
    assert!(read(&PRODUCTION).unwrap().oidc.is_none());
    for (index, missing) in
        ["HALCYON_OIDC_ISSUER", "HALCYON_OIDC_CLIENT_ID", "HALCYON_OIDC_CLIENT_SECRET"].iter().enumerate()
    {
        let mut pairs = OIDC.to_vec();
        pairs.remove(index);
        let problems = read(&pairs).unwrap_err().0;
        assert!(problems[0].starts_with(&format!("{missing} is needed together with")), "{problems:?}");
    }
    for wrong in [
        ("HALCYON_OIDC_ISSUER", "id.example"),
        ("HALCYON_OIDC_ISSUER", "https://id.example/?realm=home"),
        ("HALCYON_OIDC_ISSUER", "https://me:hunter2@id.example"),
        ("HALCYON_OIDC_ICON", "https://id.example/icon.svg"),
        ("HALCYON_OIDC_TRUST_EMAIL", "yes"),
        ("HALCYON_OIDC_NAME", "a name that is much too long for a button of a page"),
    ] {
        let problems = read(&[&OIDC[..], &[wrong]].concat()).unwrap_err().0;
        assert!(problems[0].starts_with(&format!("{} is wrong", wrong.0)), "{problems:?}");
    }
}

#[test]
fn an_issuer_over_http_is_for_a_household_at_a_private_address() {
    let with = |site: &[(&str, &'static str)], issuer: &'static str| {
        let issuer = [("HALCYON_OIDC_ISSUER", issuer), OIDC[1], OIDC[2]];
        read(&[site, &issuer].concat()).map(|_| ()).map_err(|error| error.0)
    };
    let household = [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "http://192.168.1.10:8080"),
        ("HALCYON_SUPPORT_EMAIL", "me@mail.example"),
    ];
    for private in ["http://192.168.1.11:9000", "http://id.lan", "http://keycloak:8080/realms/home"] {
        assert_eq!(with(&household, private), Ok(()), "{private}");
        let problems = with(&PRODUCTION, private).unwrap_err();
        assert!(problems[0].starts_with("HALCYON_OIDC_ISSUER must be an https address"), "{problems:?}");
    }
    let problems = with(&household, "http://id.example").unwrap_err();
    assert!(problems[0].starts_with("HALCYON_OIDC_ISSUER must be an https address"), "{problems:?}");
    assert_eq!(with(&[], "http://127.0.0.1:9000"), Ok(()), "development");
}

#[test]
fn production_refuses_well_known_keys_and_plain_http() {
    for key in ["change-me-change-me-change-me-change-me", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "too short"] {
        let mut pairs = PRODUCTION;
        pairs[2].1 = key;
        assert!(read(&pairs).unwrap_err().0[0].starts_with("HALCYON_SECRET_KEY"), "{key}");
    }
    let mut pairs = PRODUCTION;
    pairs[1].1 = "http://weather.example";
    let problems = read(&pairs).unwrap_err().0;
    assert!(problems[0].starts_with("HALCYON_PUBLIC_URL must be an https address in production"), "{problems:?}");
}

#[test]
fn an_address_below_a_path_is_refused_with_the_reason() {
    let mut pairs = PRODUCTION;
    pairs[1].1 = "https://example.org/weather";
    let problems = read(&pairs).unwrap_err().0;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("Halcyon needs a name or a port of its own"), "{problems:?}");
}

#[test]
fn further_addresses_have_the_scheme_of_the_first_and_http_ones_are_private() {
    let with = |first: &'static str, further: &'static str| {
        let mut pairs = PRODUCTION.to_vec();
        pairs[1].1 = first;
        pairs.push(("HALCYON_FURTHER_URLS", further));
        read(&pairs)
    };
    let both = with("https://weather.example", "https://weather.lan, https://[fd12::7]:8443").unwrap();
    let hosts: Vec<&str> = both.further_urls.iter().filter_map(url::Url::host_str).collect();
    assert_eq!(hosts, ["weather.lan", "[fd12::7]"]);
    assert!(with("http://192.168.1.10:8080", "http://weather.lan:8080").is_ok());
    for (first, further, reason) in [
        ("https://weather.example", "http://weather.lan", "must begin with https://"),
        ("http://192.168.1.10", "https://weather.example", "must begin with http://"),
        ("http://192.168.1.10", "http://weather.example", "private addresses only"),
        ("https://weather.example", "https://weather.example/path", "without a path"),
        ("https://weather.example", "weather.lan", "a web address"),
    ] {
        let problems = with(first, further).unwrap_err().0;
        assert!(problems.len() == 1 && problems[0].starts_with("HALCYON_FURTHER_URLS"), "{problems:?}");
        assert!(problems[0].contains(reason), "{problems:?}");
    }
}

fn household(public_url: &str) -> [(&str, &str); 3] {
    [("HALCYON_MODE", "production"), ("HALCYON_PUBLIC_URL", public_url), ("HALCYON_SUPPORT_EMAIL", "ada@mail.example")]
}

/// RFC 1918, 3927, 4193, 4291, 6762 and 8375.
#[test]
fn production_over_http_is_for_private_addresses_and_needs_neither_mail_nor_key() {
    for private in [
        "http://192.168.1.10:8080",
        "http://10.0.0.7",
        "http://172.31.255.1",
        "http://169.254.7.7",
        "http://127.0.0.1:8080",
        "http://[fd12:3456:789a::1]",
        "http://[fe80::1]:8080",
        "http://[::1]",
        "http://weather.local",
        "http://weather.lan:8080",
        "http://weather.home.arpa",
        "http://localhost:8080",
        "http://raspberrypi:8080",
    ] {
        let settings = read(&household(private)).unwrap();
        assert!(settings.is_household() && !settings.sends_mail(), "{private}");
        assert_eq!(settings.weather.sources, [SourceId::OpenMeteo, SourceId::MetNorway], "live weather");
        assert!(settings.push.own_vapid_subject.is_none(), "browsers subscribe over https only");
    }
    for public in [
        "http://weather.example",
        "http://8.8.8.8",
        "http://172.32.0.1",
        "http://192.169.0.1",
        "http://[2001:db8::1]",
        "http://local.example",
        "http://weather.notlan.example",
    ] {
        assert!(read(&household(public)).is_err(), "{public}");
    }
    let on_postgres = [&household("http://10.0.0.7")[..], &[("DATABASE_URL", "postgres://me@host/db")]].concat();
    let problems = read(&on_postgres).unwrap_err().0;
    assert!(problems[0].starts_with("HALCYON_SECRET_KEY is needed"), "processes share it: {problems:?}");
}

#[test]
fn a_site_over_https_can_do_without_mail_only_on_purpose() {
    let mut pairs = PRODUCTION.to_vec();
    pairs[3].1 = "none";
    pairs[4].1 = "";
    let settings = read(&pairs).unwrap();
    assert!(!settings.sends_mail() && !settings.is_household());
    pairs[3].1 = "";
    assert!(read(&pairs).unwrap_err().0[0].starts_with("HALCYON_SMTP_URL is needed in production, or `none`"));
}

#[test]
fn every_mistake_is_listed_at_once_and_secrets_stay_hidden() {
    let problems = read(&[
        ("HALCYON_LISTEN", "here"),
        ("HALCYON_WEATHER_SOURCES", "open-meteo,oracle"),
        ("HALCYON_WEATHER_GRID_DEGREES", "nan"),
        ("DATABASE_URL", "mysql://root:hunter2@host/db"),
        ("HALCYON_LISTN", "0.0.0.0:1"),
    ])
    .unwrap_err()
    .0;
    assert_eq!(problems.len(), 5, "{problems:?}");
    assert!(problems.iter().any(|line| line == "HALCYON_LISTN is not a setting; did you mean HALCYON_LISTEN?"));
    assert!(problems.iter().any(|line| line.contains("'oracle'")));
    assert!(!problems.join("\n").contains("hunter2"));
}

/// What kubelet sets in every pod beside a service named "halcyon" (Kubernetes documentation, "Discovering services").
#[test]
fn addresses_of_a_service_named_halcyon_are_no_settings() {
    let links = [
        ("HALCYON_SERVICE_HOST", "10.0.0.11"),
        ("HALCYON_SERVICE_PORT", "80"),
        ("HALCYON_SERVICE_PORT_HTTP", "80"),
        ("HALCYON_PORT", "tcp://10.0.0.11:80"),
        ("HALCYON_PORT_80_TCP", "tcp://10.0.0.11:80"),
        ("HALCYON_PORT_80_TCP_PROTO", "tcp"),
        ("HALCYON_PORT_80_TCP_PORT", "80"),
        ("HALCYON_PORT_80_TCP_ADDR", "10.0.0.11"),
    ];
    assert!(read(&links).is_ok());
    assert_eq!(read(&[("HALCYON_PORT", "8080")]).unwrap_err().0.len(), 1, "a mistake of the operator");
}

#[test]
fn a_secret_can_come_from_a_file_but_not_from_two_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, "Tz7Jq0c1uYvR5nWmK3xP9aLdF2hGsBe8\n").unwrap();
    let file = ("HALCYON_SECRET_KEY_FILE", path.to_str().unwrap());
    let mut pairs = PRODUCTION;
    pairs[2] = file;
    assert!(read(&pairs).is_ok(), "the same key as in the other tests, from a file");

    let problems = read(&[file, ("HALCYON_SECRET_KEY", "x")]).unwrap_err().0;
    assert!(problems.iter().any(|line| line == "HALCYON_SECRET_KEY_FILE and HALCYON_SECRET_KEY are both set"));
    let problems = read(&[("HALCYON_SECRET_KEY_FILE", "/nowhere/key")]).unwrap_err().0;
    assert!(problems[0].starts_with("HALCYON_SECRET_KEY_FILE cannot be read: /nowhere/key"), "{problems:?}");
    let problems = read(&[("HALCYON_LOG_FILE", "/tmp/log")]).unwrap_err().0;
    assert!(problems[0].starts_with("HALCYON_LOG_FILE is not a setting"), "only secrets: {problems:?}");
}

#[test]
fn the_key_of_a_collector_is_a_header_that_is_never_shown() {
    let pairs = [
        ("HALCYON_OTLP_URL", "https://me:hunter2@collector.example/otlp"),
        ("HALCYON_OTLP_HEADERS", "x-api-key=hunter2, second=a%2Cb"),
    ];
    let otlp = read(&pairs).unwrap().otlp.unwrap();
    let headers: Vec<(&str, &str)> = otlp.headers.iter().map(|(name, value)| (&**name, value.expose())).collect();
    assert_eq!(headers, [("x-api-key", "hunter2"), ("second", "a,b")]);
    let shown = effective(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    assert!(shown.contains("HALCYON_OTLP_URL=https://me:***@collector.example/otlp\n"), "{shown}");
    assert!(!shown.contains("hunter2"));
    let wrong = read(&[("HALCYON_OTLP_HEADERS", "hunter2")]).unwrap_err().to_string();
    assert!(wrong.contains("HALCYON_OTLP_HEADERS is wrong: its value is not name=value"), "{wrong}");
}

#[test]
fn the_environment_wins_over_the_file() {
    let file = BTreeMap::from([
        ("HALCYON_LOG".to_owned(), "debug".to_owned()),
        ("HALCYON_DATA_DIR".to_owned(), "/srv".to_owned()),
    ]);
    let settings = Settings::from_pairs(file, [("HALCYON_LOG", "warn")]).unwrap();
    assert_eq!(settings.log, "warn");
    assert_eq!(settings.data_dir, Path::new("/srv"));
}

#[test]
fn debug_output_holds_no_secret() {
    let settings =
        read(&[("HALCYON_SMTP_URL", "smtps://me:hunter2@host"), ("DATABASE_URL", "postgres://me:hunter2@host/db")])
            .unwrap();
    assert!(!format!("{settings:?}").contains("hunter2"));
}

#[test]
fn a_public_https_address_means_production_even_behind_a_proxy_on_the_same_machine() {
    let mut pairs = PRODUCTION.to_vec();
    pairs[0].1 = "127.0.0.1:8080";
    assert_eq!(read(&pairs).unwrap().mode, Mode::Production);
    assert!(read(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).is_err(), "without a key and mail");
    for local in ["https://localhost:8443", "https://127.0.0.1", "https://[::1]", "http://weather.example"] {
        assert_eq!(read(&[("HALCYON_PUBLIC_URL", local)]).unwrap().mode, Mode::Development, "{local}");
    }
    pairs.push(("HALCYON_MODE", "development"));
    assert_eq!(read(&pairs).unwrap().mode, Mode::Development, "unless it says otherwise");
}

#[test]
fn the_addresses_of_feeds_which_may_contain_keys_are_never_shown() {
    let feeds = "DE=https://feeds.example/hunter2/atom?key=hunter2,FR=https://warn.example/hunter2";
    let file = BTreeMap::from([("HALCYON_CAP_FEEDS".to_owned(), feeds.to_owned())]);
    let shown = effective(file.clone());
    assert!(shown.contains("HALCYON_CAP_FEEDS=DE=https://feeds.example/***,FR=https://warn.example/***\n"), "{shown}");
    let settings = Settings::from_pairs(file, [("HALCYON_LOG", "info")]).unwrap();
    assert!(!format!("{settings:?}").contains("hunter2"));
    let wrong = read(&[("HALCYON_CAP_FEEDS", "Germany=https://feeds.example/hunter2")]).unwrap_err();
    assert!(!wrong.to_string().contains("hunter2"));
}

#[test]
fn open_alert_sources_are_used_by_default_and_others_only_by_name() {
    let alerts = |pairs: &[(&str, &str)]| read(pairs).unwrap().alerts;
    let live = ("HALCYON_WEATHER_SOURCES", "open-meteo");
    let default = alerts(&[live]);
    assert!(default.nws_url.is_some());
    let ids: Vec<AlertSourceId> = default.sources.into_iter().map(|source| source.id).collect();
    use AlertSourceId::{Dwd, Eccc, Jma, MetNorway, MetService, MeteoAlarm, Swic};
    assert_eq!(ids, [Dwd, MetNorway, MetService, Eccc]);

    let some = alerts(&[live, ("HALCYON_ALERT_SOURCES", "dwd,meteoalarm:FR+ES")]);
    let ids: Vec<AlertSourceId> = some.sources.into_iter().map(|source| source.id).collect();
    assert_eq!((some.nws_url, ids), (None, vec![Dwd, MeteoAlarm("FR".into()), MeteoAlarm("ES".into())]));

    let second_hand = alerts(&[live, ("HALCYON_ALERT_SOURCES", "jma,swic:ar-smn-es+za-saws-en")]);
    let ids: Vec<AlertSourceId> = second_hand.sources.into_iter().map(|source| source.id).collect();
    assert_eq!(ids, [Jma, Swic("ar-smn-es".into()), Swic("za-saws-en".into())]);

    let none = alerts(&[live, ("HALCYON_ALERT_SOURCES", "none")]);
    assert_eq!((none.nws_url, none.sources.len()), (None, 0));
    let simulated = alerts(&[("HALCYON_WEATHER_SOURCES", "simulated")]);
    assert_eq!((simulated.nws_url, simulated.sources.len()), (None, 0));
    for wrong in ["mgm", "meteoalarm", "meteoalarm:france", "dwd=ftp://host/", "swic:ar", "swic:ar-../x-es"] {
        assert!(read(&[("HALCYON_ALERT_SOURCES", wrong)]).is_err(), "{wrong}");
    }
}

#[test]
fn a_feed_may_name_other_hosts() {
    let feeds = "IE=https://www.met.example/rss.xml;hosts=cap.met.example+two.example:8443";
    let feed = read(&[("HALCYON_CAP_FEEDS", feeds)]).unwrap().alerts.cap_feeds.remove(0);
    assert_eq!(feed.url.as_str(), "https://www.met.example/rss.xml");
    assert_eq!(feed.hosts, ["cap.met.example", "two.example:8443"]);
    for wrong in ["IE=https://a.example/;hosts=b.example/path", "IE=https://a.example/;hosts=b example"] {
        assert!(read(&[("HALCYON_CAP_FEEDS", wrong)]).is_err(), "{wrong}");
    }
    let file = BTreeMap::from([("HALCYON_CAP_FEEDS".to_owned(), feeds.to_owned())]);
    let shown = "HALCYON_CAP_FEEDS=IE=https://www.met.example/***;hosts=cap.met.example+two.example:8443\n";
    assert!(effective(file).contains(shown));
}
