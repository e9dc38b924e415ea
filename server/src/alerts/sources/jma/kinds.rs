//! The agency's kinds of alerts: their names, severities and families.

use crate::alert::AlertFamily::{self, Avalanche, Coast, Cold, Fire, Fog, Rain, SnowIce, Thunderstorm, Wind};
use crate::alert::CapSeverity::{self, Extreme, Minor, Moderate, Severe};

/// A kind of alert, by its code.
pub struct Kind {
    pub code: &'static str,
    pub japanese: &'static str,
    /// Ours; the agency's texts are Japanese.
    pub english: &'static str,
    pub severity: CapSeverity,
    pub family: Option<AlertFamily>,
}

const fn kind(
    code: &'static str,
    japanese: &'static str,
    english: &'static str,
    severity: CapSeverity,
    family: Option<AlertFamily>,
) -> Kind {
    Kind { code, japanese, english, severity, family }
}

/// The same for all levels of one phenomenon, so that a higher level is the same alert.
pub fn phenomenon(code: &str) -> &str {
    LEVELS.iter().find(|levels| levels.contains(&code)).map_or(code, |levels| levels[0])
}

/// Rain, landslides, storm surges, floods, wind, blizzards, snow and waves.
const LEVELS: [&[&str]; 8] = [
    &["10", "03", "43", "33"],
    &["29", "09", "49", "39"],
    &["19", "08", "48", "38"],
    &["18", "04"],
    &["15", "05", "35"],
    &["13", "02", "32"],
    &["12", "06", "36"],
    &["16", "07", "37"],
];

/// Advisories are level 2, warnings level 3, danger warnings level 4, emergency warnings level 5.
pub const KINDS: [Kind; 36] = [
    kind("02", "暴風雪警報", "Snowstorm warning", Severe, Some(SnowIce)),
    kind("03", "大雨警報", "Heavy rain warning", Severe, Some(Rain)),
    kind("04", "洪水警報", "Flood warning", Severe, Some(Rain)),
    kind("05", "暴風警報", "Storm warning", Severe, Some(Wind)),
    kind("06", "大雪警報", "Heavy snow warning", Severe, Some(SnowIce)),
    kind("07", "波浪警報", "High waves warning", Severe, Some(Coast)),
    kind("08", "高潮警報", "Storm surge warning", Severe, Some(Coast)),
    kind("09", "土砂災害警報", "Landslide warning", Severe, Some(Rain)),
    kind("10", "大雨注意報", "Heavy rain advisory", Moderate, Some(Rain)),
    kind("12", "大雪注意報", "Heavy snow advisory", Moderate, Some(SnowIce)),
    kind("13", "風雪注意報", "Gale and snow advisory", Moderate, Some(SnowIce)),
    kind("14", "雷注意報", "Thunderstorm advisory", Moderate, Some(Thunderstorm)),
    kind("15", "強風注意報", "Gale advisory", Moderate, Some(Wind)),
    kind("16", "波浪注意報", "High waves advisory", Moderate, Some(Coast)),
    kind("17", "融雪注意報", "Snowmelt advisory", Moderate, Some(Rain)),
    kind("18", "洪水注意報", "Flood advisory", Moderate, Some(Rain)),
    kind("19", "高潮注意報", "Storm surge advisory", Moderate, Some(Coast)),
    kind("20", "濃霧注意報", "Dense fog advisory", Moderate, Some(Fog)),
    kind("21", "乾燥注意報", "Dry air advisory", Minor, Some(Fire)),
    kind("22", "なだれ注意報", "Avalanche advisory", Moderate, Some(Avalanche)),
    kind("23", "低温注意報", "Low temperature advisory", Minor, Some(Cold)),
    kind("24", "霜注意報", "Frost advisory", Minor, Some(Cold)),
    kind("25", "着氷注意報", "Icing advisory", Moderate, Some(SnowIce)),
    kind("26", "着雪注意報", "Snow accretion advisory", Moderate, Some(SnowIce)),
    kind("27", "その他の注意報", "Other advisory", Minor, None),
    kind("29", "土砂災害注意報", "Landslide advisory", Moderate, Some(Rain)),
    kind("32", "暴風雪特別警報", "Snowstorm emergency warning", Extreme, Some(SnowIce)),
    kind("33", "大雨特別警報", "Heavy rain emergency warning", Extreme, Some(Rain)),
    kind("35", "暴風特別警報", "Storm emergency warning", Extreme, Some(Wind)),
    kind("36", "大雪特別警報", "Heavy snow emergency warning", Extreme, Some(SnowIce)),
    kind("37", "波浪特別警報", "High waves emergency warning", Extreme, Some(Coast)),
    kind("38", "高潮特別警報", "Storm surge emergency warning", Extreme, Some(Coast)),
    kind("39", "土砂災害特別警報", "Landslide emergency warning", Extreme, Some(Rain)),
    kind("43", "大雨危険警報", "Heavy rain danger warning", Extreme, Some(Rain)),
    kind("48", "高潮危険警報", "Storm surge danger warning", Extreme, Some(Coast)),
    kind("49", "土砂災害危険警報", "Landslide danger warning", Extreme, Some(Rain)),
];
