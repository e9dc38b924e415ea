//! Today's high beside what is usual for the date and beside yesterday's: quiet, and only when it means something.

use super::view::{ForecastView, parameters};
use super::{insight, thresholds};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{Insight, InsightKind, Parameter, Sentence};

/// Among the highest or lowest tenth of the date, and at least 2 °C from its mean; unusual among the highest or lowest
/// fiftieth. If the day is uncertain, nine in ten model runs must be on that side of the mean.
pub(super) fn unusual_temperature(view: &ForecastView) -> Option<Insight> {
    let today = view.days.first()?;
    let (high, usual) = (today.temperature_2m_max?, view.normal?.high);
    let is_warmer = high > usual.mean;
    let difference = to_decimals((high - usual.mean).abs(), 1);
    let is_notable = if is_warmer { high > usual.p90 } else { high < usual.p10 };
    let band = today.confidence.as_ref().and_then(|confidence| confidence.temperature_2m_max);
    let is_supported = band.is_none_or(|band| if is_warmer { band.p10 > usual.mean } else { band.p90 < usual.mean });
    let rule = thresholds::UNUSUAL;
    if difference < rule.value || !is_notable || !is_supported {
        return None;
    }
    let (sentence, importance) = match (is_warmer, high > usual.p98, high < usual.p2) {
        (true, true, _) => (Sentence::UnusuallyWarm, 48),
        (true, false, _) => (Sentence::UsualWarmer, 30),
        (false, _, true) => (Sentence::UnusuallyCold, 48),
        (false, _, false) => (Sentence::UsualColder, 30),
    };
    let values = parameters([
        ("difference", Parameter::TemperatureDifference(difference)),
        ("high", Parameter::Temperature(high)),
        ("usual", Parameter::Temperature(to_decimals(usual.mean, 1))),
    ]);
    Some(insight(InsightKind::UnusualTemperature, sentence, values, importance, rule))
}

pub(super) fn yesterday_comparison(view: &ForecastView) -> Option<Insight> {
    let (today, yesterday) = (view.days.first()?.temperature_2m_max?, view.yesterday?.temperature_2m_max);
    let difference = to_decimals((today - yesterday).abs(), 1);
    let rule = thresholds::YESTERDAY;
    (difference >= rule.value).then(|| {
        let values = parameters([
            ("difference", Parameter::TemperatureDifference(difference)),
            ("today", Parameter::Temperature(today)),
            ("yesterday", Parameter::Temperature(yesterday)),
        ]);
        let sentence = if today > yesterday { Sentence::YesterdayWarmer } else { Sentence::YesterdayColder };
        insight(InsightKind::YesterdayComparison, sentence, values, 28, rule)
    })
}
