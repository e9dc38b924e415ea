//! The sources that the server knows by name: where they are, how they are read, and for which countries they speak.

use jiff::SignedDuration;
use url::Url;

use super::feed::FeedKind;
use crate::alerts::matching::zones::US_TERRITORY;
use crate::alerts::sources::cap::Profile;
use crate::alerts::sources::dwd;
use crate::settings::{AlertSettings, AlertSourceId};

/// A source as its authority publishes it.
pub struct BuiltIn {
    pub name: String,
    pub url: String,
    pub kind: FeedKind,
    pub countries: Vec<String>,
    /// Other hosts its messages are on.
    pub hosts: &'static [&'static str],
    pub interval: SignedDuration,
    pub profile: Profile,
}

const MET_NORWAY: &str = "MET Norway, CC BY 4.0";
const METSERVICE: &str = "MetService, CC BY 4.0";
const MET_EIREANN: &str = "Met Éireann";
const FMI: &str = "Finnish Meteorological Institute, CC BY 4.0";
/// The line MeteoAlarm's terms require.
pub const METEOALARM: &str = "MeteoAlarm; delays are possible, meteoalarm.org has the authoritative warnings";

const SWIC: &str = "via the WMO Severe Weather Information Centre; delays are possible";

/// `None` for the US service, which has a setting of its own, and for a country that is no member of MeteoAlarm.
pub fn find(id: &AlertSourceId) -> Option<BuiltIn> {
    let index = FeedKind::Cap { is_complete: false };
    let minutes = SignedDuration::from_mins;
    let countries = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect::<Vec<String>>();
    let attributed = |attribution| Profile { attribution: Some(attribution), ..Profile::default() };
    Some(match id {
        AlertSourceId::Nws => return None,
        AlertSourceId::Dwd => BuiltIn {
            name: "dwd".to_owned(),
            url: "https://opendata.dwd.de/weather/alerts/cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip".to_owned(),
            kind: FeedKind::Dwd,
            countries: countries(&["DE"]),
            hosts: &[],
            interval: minutes(2),
            profile: dwd::PROFILE,
        },
        AlertSourceId::MetNorway => BuiltIn {
            name: "met-norway".to_owned(),
            url: "https://api.met.no/weatherapi/metalerts/2.0/current.rss".to_owned(),
            kind: index,
            countries: countries(&["NO", "SJ"]),
            hosts: &[],
            interval: minutes(5),
            profile: attributed(MET_NORWAY),
        },
        AlertSourceId::MetService => BuiltIn {
            name: "metservice".to_owned(),
            url: "https://alerts.metservice.com/cap/rss".to_owned(),
            // Its messages expire in 2035: one that the index no longer names is over.
            kind: FeedKind::Cap { is_complete: true },
            countries: countries(&["NZ"]),
            hosts: &[],
            interval: minutes(5),
            profile: Profile { default_language: Some("en-NZ"), ..attributed(METSERVICE) },
        },
        AlertSourceId::Eccc => BuiltIn {
            name: "eccc".to_owned(),
            url: "https://api.weather.gc.ca/collections/weather-alerts/items?f=json&limit=1000".to_owned(),
            kind: FeedKind::Eccc,
            countries: countries(&["CA"]),
            hosts: &[],
            interval: minutes(2),
            profile: Profile::default(),
        },
        AlertSourceId::GeoSphere => BuiltIn {
            name: "geosphere".to_owned(),
            url: "https://warnungen.zamg.at/wsapp/api/getWarnstatus".to_owned(),
            kind: FeedKind::GeoSphere,
            countries: countries(&["AT"]),
            hosts: &[],
            interval: minutes(2),
            profile: Profile::default(),
        },
        AlertSourceId::MetEireann => BuiltIn {
            name: "met-eireann".to_owned(),
            url: "https://www.met.ie/warningsxml/rss.xml".to_owned(),
            kind: index,
            countries: countries(&["IE"]),
            hosts: &["cap.met.ie"],
            interval: minutes(5),
            profile: attributed(MET_EIREANN),
        },
        AlertSourceId::Fmi => BuiltIn {
            name: "fmi".to_owned(),
            url: "https://alerts.fmi.fi/cap/feed/rss_en-GB.rss".to_owned(),
            kind: index,
            countries: countries(&["FI", "AX"]),
            hosts: &[],
            interval: minutes(5),
            profile: attributed(FMI),
        },
        AlertSourceId::Jma => BuiltIn {
            name: "jma".to_owned(),
            url: "https://www.jma.go.jp/bosai/warning/data/r8/map_time.json".to_owned(),
            kind: FeedKind::Jma,
            countries: countries(&["JP"]),
            hosts: &[],
            interval: minutes(5),
            profile: Profile::default(),
        },
        AlertSourceId::Swic(source) => BuiltIn {
            name: format!("swic-{source}"),
            url: format!("https://severeweather.wmo.int/v2/cap-alerts/{source}/rss.xml"),
            kind: index,
            countries: vec![source.split('-').next().unwrap_or_default().to_uppercase()],
            hosts: &[],
            interval: minutes(5),
            profile: attributed(SWIC),
        },
        AlertSourceId::MeteoAlarm(country) => {
            let (codes, slug) = MEMBERS.iter().find(|(codes, _)| codes[0] == country)?;
            BuiltIn {
                name: format!("meteoalarm-{country}"),
                url: format!("https://feeds.meteoalarm.org/feeds/meteoalarm-legacy-atom-{slug}"),
                kind: index,
                countries: countries(codes),
                hosts: &[],
                interval: minutes(5),
                profile: attributed(METEOALARM),
            }
        }
    })
}

/// Whether some source speaks for this country: the operator could enable it.
pub fn has_source(country: &str) -> bool {
    let is_in = |countries: &[&str]| countries.contains(&country);
    is_in(&US_TERRITORY)
        || SINGLE.iter().filter_map(find).any(|source| source.countries.iter().any(|covered| covered == country))
        || MEMBERS.iter().any(|(codes, _)| is_in(codes))
}

/// The sources of one authority; the US service has a setting of its own.
const SINGLE: [AlertSourceId; 8] = [
    AlertSourceId::Dwd,
    AlertSourceId::MetNorway,
    AlertSourceId::MetService,
    AlertSourceId::Eccc,
    AlertSourceId::GeoSphere,
    AlertSourceId::MetEireann,
    AlertSourceId::Fmi,
    AlertSourceId::Jma,
];

/// Where the sources in use are, for `halcyon doctor`: their names and addresses, those of other hosts included.
pub fn addresses(settings: &AlertSettings) -> Vec<(String, Url)> {
    let host_url = |host: &str| Url::parse(&format!("https://{host}/")).ok();
    let mut addresses = Vec::new();
    for source in &settings.sources {
        let Some(built_in) = find(&source.id) else { continue };
        let hosts = built_in.hosts.iter().filter(|_| source.url.is_none()).filter_map(|host| host_url(host));
        let own = source.url.clone().or_else(|| Url::parse(&built_in.url).ok());
        addresses.extend(own.into_iter().chain(hosts).map(|url| (built_in.name.clone(), url)));
    }
    for feed in &settings.cap_feeds {
        let hosts = feed.hosts.iter().filter_map(|host| host_url(host));
        addresses
            .extend([feed.url.clone()].into_iter().chain(hosts).map(|url| (format!("warnings {}", feed.country), url)));
    }
    addresses
}

/// The members of MeteoAlarm and how their feeds are called.
const MEMBERS: [(&[&str], &str); 37] = [
    (&["AD"], "andorra"),
    (&["AT"], "austria"),
    (&["BA"], "bosnia-herzegovina"),
    (&["BE"], "belgium"),
    (&["BG"], "bulgaria"),
    (&["CH", "LI"], "switzerland"),
    (&["CY"], "cyprus"),
    (&["CZ"], "czechia"),
    (&["DE"], "germany"),
    (&["DK"], "denmark"),
    (&["EE"], "estonia"),
    (&["ES"], "spain"),
    (&["FI", "AX"], "finland"),
    (&["FR", "MC"], "france"),
    (&["GB", "IM"], "united-kingdom"),
    (&["GR"], "greece"),
    (&["HR"], "croatia"),
    (&["HU"], "hungary"),
    (&["IE"], "ireland"),
    (&["IL"], "israel"),
    (&["IS"], "iceland"),
    (&["IT", "SM", "VA"], "italy"),
    (&["LT"], "lithuania"),
    (&["LU"], "luxembourg"),
    (&["LV"], "latvia"),
    (&["MD"], "moldova"),
    (&["ME"], "montenegro"),
    (&["MK"], "republic-of-north-macedonia"),
    (&["MT"], "malta"),
    (&["NL"], "netherlands"),
    (&["NO"], "norway"),
    (&["PL"], "poland"),
    (&["PT"], "portugal"),
    (&["RO"], "romania"),
    (&["RS"], "serbia"),
    (&["SE"], "sweden"),
    (&["SI"], "slovenia"),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_an_address_and_a_country() {
        let members = MEMBERS.iter().map(|(codes, _)| AlertSourceId::MeteoAlarm(codes[0].to_owned()));
        let copied = AlertSourceId::Swic("ar-smn-es".to_owned());
        for id in SINGLE.into_iter().chain(members).chain([copied]) {
            let source = find(&id).unwrap();
            let url = Url::parse(&source.url).unwrap();
            assert_eq!(url.scheme(), "https", "{}", source.name);
            assert!(!source.countries.is_empty(), "{}", source.name);
        }
        assert!(find(&AlertSourceId::MeteoAlarm("TR".to_owned())).is_none());
    }

    #[test]
    fn a_country_without_any_source_differs_from_one_whose_source_is_not_enabled() {
        for country in ["US", "GU", "DE", "SJ", "LI", "FR", "JP"] {
            assert!(has_source(country), "{country}");
        }
        for country in ["TR", "AU"] {
            assert!(!has_source(country), "{country}");
        }
    }
}
