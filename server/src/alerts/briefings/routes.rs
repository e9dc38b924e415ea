//! Briefings of the current user: each belongs to one of their saved places.

use axum::extract::{FromRef, Path, State};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::queries::{self, BriefingRow, DueBriefing, PlaceBriefing};
use super::schedule::{DueTime, Schedule, Weekdays};
use super::text::{BriefingText, Reader, compose};
use crate::alerts::notify::personal::Candidate;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::{Empty, FieldCheck};
use crate::in_transaction;
use crate::measures::Measures;
use crate::notification_settings::parse_time;
use crate::outlook::{FindOutlooks, Outlook};
use crate::session::{CurrentUser, Sessions};

/// Finds the weather of the preview.
#[derive(Clone)]
pub struct Previews(pub FindOutlooks);

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    Previews: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_briefings))
        .routes(routes!(update_briefing, delete_briefing))
        .routes(routes!(get_briefing_preview))
        .routes(routes!(update_briefing_time_zone))
}

#[derive(Serialize, ToSchema)]
struct BriefingList {
    briefings: Vec<Briefing>,
}

/// One short text about the day of a saved place.
#[derive(Serialize, ToSchema)]
struct Briefing {
    location_id: Uuid,
    /// By the clock of the user, such as `07:00`.
    time: String,
    /// From 1 for Monday to 7 for Sunday.
    days: Vec<u8>,
    email: bool,
    push: bool,
    /// Whether it names air quality, and pollen that the user reacts to.
    air: bool,
    /// IANA name of the zone whose clock counts.
    timezone: String,
    #[schema(value_type = String, format = DateTime)]
    next_at: Timestamp,
}

#[derive(Deserialize, ToSchema)]
struct NewBriefing {
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    time: String,
    /// From 1 for Monday to 7 for Sunday; at least one.
    days: Vec<u8>,
    /// At least one of `email` and `push`; both are subject to the notification settings.
    email: bool,
    push: bool,
    air: bool,
    /// The zone of the device; that of the place if it is absent.
    timezone: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct BriefingResponse {
    briefing: Briefing,
}

#[derive(Deserialize, ToSchema)]
struct DeviceTimeZone {
    /// IANA name of the zone that the device is in.
    #[schema(example = "Europe/Berlin")]
    timezone: String,
}

/// The next briefing by the forecast of now.
#[derive(Serialize, ToSchema)]
struct BriefingPreview {
    #[schema(value_type = String, format = DateTime)]
    next_at: Timestamp,
    /// Null while the weather of that day is not known: then none would be sent.
    #[schema(required)]
    title: Option<String>,
    #[schema(required)]
    text: Option<String>,
    /// Briefings with simulated weather are never sent.
    is_simulated: bool,
}

/// List the briefings of the current user.
#[utoipa::path(get, path = "/api/briefings", tag = "briefings", responses(
    (status = 200, description = "All of them", body = BriefingList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn list_briefings(State(sessions): State<Sessions>, me: CurrentUser) -> Result<Json<BriefingList>, AppError> {
    let rows = queries::list_briefings(&sessions.db, me.user_id).await?;
    let briefings = rows.into_iter().map(|PlaceBriefing { location_id, briefing }| shown(location_id, briefing));
    Ok(Json(BriefingList { briefings: briefings.collect() }))
}

/// Set the briefing of a saved place.
#[utoipa::path(put, path = "/api/briefings/{location_id}", tag = "briefings", request_body = NewBriefing,
    params(("location_id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "The briefing as it is now", body = BriefingResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a place of yours", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
async fn update_briefing(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Path(location): Path<String>,
    Json(body): Json<NewBriefing>,
) -> Result<Json<BriefingResponse>, AppError> {
    let location = parse_id(&location)?;
    let (time, weekdays, zone) = body.parse()?;
    let now = sessions.clock.now();
    let row = in_transaction!(sessions.db, tx => {
        let place_zone = queries::get_place_zone(tx, me.user_id, location).await?;
        let schedule = Schedule { time, weekdays, zone: zone.clone().unwrap_or(place_zone) };
        let last = queries::lock_last_on(tx, me.user_id, location).await?;
        let row = body.row(&schedule, last, now)?;
        queries::upsert_briefing(tx, me.user_id, location, &row).await?;
        Ok::<_, AppError>(row)
    })?;
    Ok(Json(BriefingResponse { briefing: shown(location, row) }))
}

/// Stop the briefing of a saved place.
#[utoipa::path(delete, path = "/api/briefings/{location_id}", tag = "briefings",
    params(("location_id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "There is none now", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "There was none", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn delete_briefing(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Path(location): Path<String>,
) -> Result<Json<Empty>, AppError> {
    match queries::delete_briefing(&sessions.db, me.user_id, parse_id(&location)?).await? {
        true => Ok(Json(Empty {})),
        false => Err(AppError::NotFound),
    }
}

/// Preview the next briefing of a saved place, by the forecast of now.
#[utoipa::path(get, path = "/api/briefings/{location_id}/preview", tag = "briefings",
    params(("location_id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "As it would be sent", body = BriefingPreview),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "No briefing of yours", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn get_briefing_preview(
    State(sessions): State<Sessions>,
    State(Previews(find_outlooks)): State<Previews>,
    me: CurrentUser,
    Path(location): Path<String>,
) -> Result<Json<BriefingPreview>, AppError> {
    let found = queries::find_briefing(&sessions.db, me.user_id, parse_id(&location)?).await?;
    let DueBriefing { place, briefing } = found.ok_or(AppError::NotFound)?;
    let candidate = Candidate::of(place);
    let outlook = find_outlooks(vec![candidate.site()], false).await.pop().flatten();
    let next_at = timestamp(briefing.due_at);
    let text = outlook.as_ref().and_then(|outlook| preview(outlook, &candidate, &briefing, sessions.clock.now()));
    let (title, text) = text.map(|BriefingText { title, text }| (title, text)).unzip();
    let is_simulated = outlook.is_some_and(|outlook| outlook.is_simulated);
    Ok(Json(BriefingPreview { next_at, title, text, is_simulated }))
}

/// Say in which time zone the user is: all their briefings follow its clock.
#[utoipa::path(put, path = "/api/briefings/time-zone", tag = "briefings", request_body = DeviceTimeZone, responses(
    (status = 200, description = "The briefings follow this clock", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not a known time zone", body = ErrorBody),
))]
async fn update_briefing_time_zone(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(body): Json<DeviceTimeZone>,
) -> Result<Json<Empty>, AppError> {
    let zone = parse_zone(&body.timezone)?;
    let now = sessions.clock.now();
    in_transaction!(sessions.db, tx => {
        for PlaceBriefing { location_id, mut briefing } in queries::lock_briefings(tx, me.user_id).await? {
            // One that is due already is sent by the clock before.
            if briefing.timezone == body.timezone || timestamp(briefing.due_at) <= now {
                continue;
            }
            let schedule = Schedule { zone: zone.clone(), ..briefing.schedule() };
            briefing.set_due(next(&schedule, briefing.last_on.as_deref(), now)?);
            briefing.timezone.clone_from(&body.timezone);
            queries::upsert_briefing(tx, me.user_id, location_id, &briefing).await?;
        }
        Ok::<_, AppError>(())
    })?;
    Ok(Json(Empty {}))
}

impl NewBriefing {
    fn parse(&self) -> Result<(jiff::civil::Time, Weekdays, Option<TimeZone>), AppError> {
        let mut check = FieldCheck::default();
        let time = parse_time(&self.time);
        let weekdays = Weekdays::parse(&self.days);
        check.require(time.is_some(), "time", "must be a time such as 07:00");
        check.require(weekdays.is_some(), "days", "must be at least one day, from 1 for Monday to 7 for Sunday");
        check.require(self.email || self.push, "email", "must be on, or push must be");
        check.finish()?;
        let zone = self.timezone.as_deref().map(parse_zone).transpose()?;
        Ok((time.unwrap_or_default(), weekdays.unwrap_or(Weekdays(0)), zone))
    }

    fn row(&self, schedule: &Schedule, last_on: Option<String>, now: Timestamp) -> Result<BriefingRow, AppError> {
        let due = next(schedule, last_on.as_deref(), now)?;
        Ok(BriefingRow {
            local_time: self.time.clone(),
            weekdays: schedule.weekdays.0,
            timezone: schedule.zone.iana_name().unwrap_or("UTC").to_owned(),
            by_mail: self.email,
            by_push: self.push,
            with_air: self.air,
            due_at: due.at.as_millisecond(),
            due_on: due.on.to_string(),
            last_on,
            claimed_until: 0,
        })
    }
}

fn next(schedule: &Schedule, last_on: Option<&str>, now: Timestamp) -> Result<DueTime, AppError> {
    let last = last_on.and_then(|date| date.parse().ok());
    schedule.next(now, last).ok_or_else(|| AppError::invalid("days", "are never reached"))
}

fn preview(outlook: &Outlook, candidate: &Candidate, briefing: &BriefingRow, now: Timestamp) -> Option<BriefingText> {
    let Candidate { location, language, settings, .. } = candidate;
    let reader = Reader {
        measures: Measures { language: *language, units: settings.units },
        place: &location.name,
        with_air: briefing.with_air,
        sensitivities: &settings.air.sensitivities,
    };
    compose(outlook, &reader, timestamp(briefing.due_at).max(now), now)
}

fn shown(location_id: Uuid, row: BriefingRow) -> Briefing {
    Briefing {
        location_id,
        days: Weekdays(row.weekdays).list(),
        email: row.by_mail,
        push: row.by_push,
        air: row.with_air,
        next_at: timestamp(row.due_at),
        time: row.local_time,
        timezone: row.timezone,
    }
}

fn timestamp(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default()
}

fn parse_zone(name: &str) -> Result<TimeZone, AppError> {
    let known = TimeZone::get(name).ok().filter(|zone| zone.iana_name().is_some());
    known.ok_or_else(|| AppError::invalid("timezone", "must be the IANA name of a time zone"))
}

/// A malformed id is treated as not found.
fn parse_id(id: &str) -> Result<Uuid, AppError> {
    Uuid::try_parse(id).map_err(|_| AppError::NotFound)
}
