//! What the service does, in figures: everything a scrape of the metrics listener reads.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::alerts;
use crate::app::router::Application;
use crate::app::{App, backup};
use crate::db::outbox;
use crate::outbound;
use crate::telemetry::certificate;
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// The version of the text format, as Prometheus asks for it.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The metrics as a service of their own, for a listener the world cannot reach.
pub fn router(app: App, application: Application) -> Router {
    let answer = move || {
        let (app, application) = (app.clone(), application.clone());
        async move { scrape(&app, &application).await }
    };
    Router::new().route("/metrics", get(answer))
}

async fn scrape(app: &App, application: &Application) -> Response {
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], render(app, application).await).into_response()
}

pub async fn render(app: &App, application: &Application) -> String {
    let mut text = Exposition::default();
    text.family("halcyon_build_info", MetricKind::Gauge, "The version that runs");
    text.sample("halcyon_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    application.expose(&mut text);
    app.weather.expose(&mut text);
    app.rain.expose(&mut text);
    app.embeds.expose(&mut text);
    outbound::expose(&mut text);
    app.db.expose(&mut text);
    app.jobs.expose(&mut text);
    expose_given_up(app, &mut text);
    let correction = app.clock.correction().as_secs_f64();
    text.gauge(
        "halcyon_clock_correction_seconds",
        "Added to the clock of this machine, to agree with the database",
        correction,
    );
    app.deliveries.delays.expose(&mut text);
    certificate::expose(&app.settings, &mut text);
    backup::expose(&app.settings.database, &mut text);
    // A database that does not answer must not hide the rest, least of all now.
    let answers = match expose_stored(app, &mut text).await {
        Ok(()) => 1,
        Err(error) => {
            tracing::warn!(%error, "the stored metrics cannot be read");
            0
        }
    };
    text.gauge("halcyon_database_up", "Whether the database answered this scrape: 1 or 0", answers);
    crate::telemetry::process::expose(&mut text);
    text.into_text()
}

fn expose_given_up(app: &App, text: &mut Exposition) {
    const GIVEN_UP: &str = "halcyon_outbox_given_up_total";
    text.family(GIVEN_UP, MetricKind::Counter, "Messages that were refused for good or failed too often");
    text.sample(GIVEN_UP, &[("queue", "account")], app.accounts.given_up.total());
    text.sample(GIVEN_UP, &[("queue", "notifications")], app.deliveries.given_up.total());
}

/// Values from the database are the same in every process: use the maximum, not the sum.
async fn expose_stored(app: &App, text: &mut Exposition) -> Result<(), sqlx::Error> {
    app.db.expose_waits(text).await?;
    let now = app.clock.now().as_millisecond();
    let queues = outbox::list_depths(&app.db, now).await?;
    let (depth, age) = ("halcyon_outbox_messages", "halcyon_outbox_oldest_seconds");
    text.family(depth, MetricKind::Gauge, "Messages not sent yet; counted within the last minute");
    queues.iter().for_each(|queue| text.sample(depth, &[("queue", &queue.queue)], queue.messages));
    text.family(age, MetricKind::Gauge, "Age of the oldest message not sent yet at the last count");
    queues.iter().for_each(|queue| text.sample(age, &[("queue", &queue.queue)], queue.oldest_seconds(now)));
    app.weather.expose_accuracy(text).await?;
    alerts::expose(&app.alerts, text).await
}
