//! The confidence of a day: the spread of the ensemble around the numbers that the day shows, and its words.

use jiff::{SignedDuration, Timestamp};

use crate::weather::analysis::hour::Supplements;
use crate::weather::model::ensemble::{AMOUNTS, Amounts, Ensemble, EnsembleDay, Spread};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{
    AmountChance, Band, Confidence, Day, DayConfidence, PrecipitationBand, RainOutlook, Reason, ReportSource, Section,
    TemperatureOutlook,
};

/// An ensemble of two runs ago is still better than none; after that the forecast has moved on.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);
/// From these widths of the band of highs the temperature counts as uncertain, and very uncertain (°C, our choice).
const UNCERTAIN_WIDTH: f64 = 5.0;
const VERY_UNCERTAIN_WIDTH: f64 = 9.0;
/// Less is not rain.
const DRY_MM: f64 = 0.2;
/// Position of 0.2 and of 1 mm in [`AMOUNTS`].
const TRACE: usize = 0;
const WET_DAY: usize = 1;
const POSSIBLE_PERCENT: f64 = 20.0;
const LIKELY_PERCENT: f64 = 50.0;
const CERTAIN_PERCENT: f64 = 90.0;
/// An amount is uncertain if the most is more than twice the least, and this much more.
const UNCERTAIN_MM: f64 = 5.0;

/// The ensemble, unless it is missing or too old.
pub fn usable(supplements: &Supplements, now: Timestamp) -> Result<&Ensemble, Reason> {
    let ensemble = supplements.ensemble.as_deref().map_err(|reason| *reason)?;
    if now.duration_since(ensemble.fetched_at) < MAX_AGE { Ok(ensemble) } else { Err(Reason::TooOld) }
}

/// The section of the report: the origin of the bands.
pub fn section(ensemble: Result<&Ensemble, Reason>, credit: &ReportSource) -> Section<Confidence> {
    let confidence = ensemble.map(|ensemble| Confidence {
        fetched_at: ensemble.fetched_at,
        attribution: credit.attribution.clone(),
        url: credit.url.clone(),
    });
    confidence.into()
}

/// The confidence of a day whose numbers are decided; `None` where the ensemble says nothing about it. The bands of
/// temperatures are as much wider or narrower as those of the past should have been.
pub fn of_day(day: &Day, ensemble: &EnsembleDay, rain: Option<RainOutlook>, factor: f64) -> Option<DayConfidence> {
    if day.unavailable.is_some() {
        return None;
    }
    let corrected = |spread: Option<Spread>| spread.map(|spread| spread.scaled(factor));
    let high = band(day.temperature_2m_max, corrected(ensemble.high), f64::NEG_INFINITY);
    let amounts = ensemble.precipitation;
    let confidence = DayConfidence {
        temperature_2m_max: high,
        temperature_2m_min: band(day.temperature_2m_min, corrected(ensemble.low), f64::NEG_INFINITY),
        precipitation_sum: amounts.map(|amounts| precipitation(amounts, day.precipitation_sum)),
        wind_speed_10m_max: band(day.wind_speed_10m_max, ensemble.wind, 0.0),
        temperature: high.map(temperature_outlook),
        rain,
    };
    let is_empty = confidence.temperature_2m_max.is_none()
        && confidence.temperature_2m_min.is_none()
        && confidence.precipitation_sum.is_none()
        && confidence.wind_speed_10m_max.is_none();
    (!is_empty).then_some(confidence)
}

/// Around the number that is shown, which a finer model computed.
fn band(shown: Option<f64>, spread: Option<Spread>, minimum: f64) -> Option<Band> {
    let (shown, spread) = (shown?, spread?);
    let p10 = to_decimals((shown - spread.below()).max(minimum).min(shown), 1);
    Some(Band { p10, p90: to_decimals(shown + spread.above(), 1) })
}

/// Amounts stay those of the ensemble, but the shown one is never outside.
fn precipitation(amounts: Amounts, shown: Option<f64>) -> PrecipitationBand {
    let chances = AMOUNTS.into_iter().zip(amounts.percents());
    PrecipitationBand {
        p10: amounts.p10().min(shown.unwrap_or(f64::INFINITY)),
        p50: amounts.p50(),
        p90: amounts.p90().max(shown.unwrap_or(0.0)),
        chances: chances.map(|(amount, probability)| AmountChance { amount, probability }).collect(),
    }
}

fn temperature_outlook(band: Band) -> TemperatureOutlook {
    match band.p90 - band.p10 {
        width if width >= VERY_UNCERTAIN_WIDTH => TemperatureOutlook::VeryUncertain,
        width if width >= UNCERTAIN_WIDTH => TemperatureOutlook::Uncertain,
        _ => TemperatureOutlook::Certain,
    }
}

/// What the ensemble says about rain on a day whose sum is `shown`.
pub fn rain_outlook(ensemble: &EnsembleDay, shown: Option<f64>) -> Option<RainOutlook> {
    Some(outlook_of(ensemble.precipitation?, shown))
}

/// A day that is shown as wet never says that rain is unlikely, and a dry one never that it is likely.
pub fn in_line_with(outlook: RainOutlook, is_wet: Option<bool>) -> RainOutlook {
    match is_wet {
        Some(true) if outlook <= RainOutlook::Unlikely => RainOutlook::Possible,
        Some(false) if outlook >= RainOutlook::Likely => RainOutlook::Possible,
        _ => outlook,
    }
}

fn outlook_of(amounts: Amounts, shown: Option<f64>) -> RainOutlook {
    let percents = amounts.percents();
    let (least, most) = (amounts.p10(), amounts.p90());
    let is_amount_uncertain = most > 2.0 * least && most - least >= UNCERTAIN_MM;
    match percents[WET_DAY] {
        _ if amounts.p90() < DRY_MM && shown.is_none_or(|sum| sum < DRY_MM) => RainOutlook::Dry,
        percent if percent >= CERTAIN_PERCENT && is_amount_uncertain => RainOutlook::CertainAmountUncertain,
        percent if percent >= CERTAIN_PERCENT => RainOutlook::Certain,
        percent if percent >= LIKELY_PERCENT && is_amount_uncertain => RainOutlook::LikelyAmountUncertain,
        percent if percent >= LIKELY_PERCENT => RainOutlook::Likely,
        _ if percents[TRACE] >= POSSIBLE_PERCENT => RainOutlook::Possible,
        _ => RainOutlook::Unlikely,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn amounts(wet: usize, amount: f64) -> Amounts {
        let sums: Vec<f64> = (0..31).map(|member| if member < wet { amount } else { 0.0 }).collect();
        Amounts::of(&sums).unwrap()
    }

    #[test]
    fn words_follow_the_members() {
        assert_eq!(outlook_of(amounts(0, 0.0), Some(0.0)), RainOutlook::Dry);
        assert_eq!(outlook_of(amounts(0, 0.0), Some(0.4)), RainOutlook::Unlikely, "the day itself shows rain");
        assert_eq!(outlook_of(amounts(4, 2.0), Some(0.0)), RainOutlook::Unlikely, "14 %");
        assert_eq!(outlook_of(amounts(6, 2.0), Some(0.0)), RainOutlook::Possible, "20 %");
        assert_eq!(outlook_of(amounts(16, 2.0), Some(2.0)), RainOutlook::Likely, "52 %");
        assert_eq!(outlook_of(amounts(16, 12.0), Some(2.0)), RainOutlook::LikelyAmountUncertain, "0 to 12 mm");
        assert_eq!(outlook_of(amounts(31, 2.0), Some(2.0)), RainOutlook::Certain);
        let wide: Vec<f64> = (0..31).map(|member| 2.0 + f64::from(member)).collect();
        assert_eq!(outlook_of(Amounts::of(&wide).unwrap(), Some(9.0)), RainOutlook::CertainAmountUncertain);
    }

    #[test]
    fn a_band_lies_around_the_shown_number_and_no_speed_is_negative() {
        assert_eq!(
            band(Some(14.2), Some(Spread::new(2.0, 3.0)), f64::NEG_INFINITY),
            Some(Band { p10: 12.2, p90: 17.2 })
        );
        assert_eq!(band(Some(1.0), Some(Spread::new(2.0, 3.0)), 0.0), Some(Band { p10: 0.0, p90: 4.0 }));
        assert_eq!(band(None, Some(Spread::new(2.0, 3.0)), 0.0), None);
    }

    #[test]
    fn the_shown_amount_is_never_outside_its_band() {
        let more = precipitation(amounts(31, 2.0), Some(7.0));
        assert_eq!((more.p10, more.p50, more.p90), (2.0, 2.0, 7.0));
        let less = precipitation(amounts(31, 2.0), Some(0.0));
        assert_eq!((less.p10, less.p50, less.p90), (0.0, 2.0, 2.0));
    }
}
