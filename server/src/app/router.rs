//! The one service: the calls, the pages and the files, within the edge.

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::get;
use tower::Layer;

use crate::app::App;
use crate::app::contract::{self, Contract};
use crate::http::edge::{Edge, EdgeService};
use crate::http::routes::Routes;
use crate::{html, terminal, well_known};

/// All of Halcyon as one service. The edge stands around the router, not within each of its routes, where every
/// request would pay for one more copy.
pub type Application = EdgeService<Router>;

pub fn router(app: App) -> anyhow::Result<Application> {
    let site = app.clone();
    let Contract { calls, document } = Contract::shared();
    let routes = Routes::new(document.paths.paths.keys().cloned())?;
    let edge = Edge::new(&app.settings, &app.files.inline_hashes(), routes)?;
    let router = calls
        .clone()
        .merge(contract::pages())
        .merge(well_known::routes())
        .merge(html::routes())
        .with_state(app)
        .fallback_service(get(serve_page).fallback(serve_page).with_state(site));
    Ok(edge.layer(router))
}

/// A page or one of its files; for a terminal the weather of the place that the path names.
async fn serve_page(State(app): State<App>, request: Request) -> Response {
    if terminal::is_asked_for(&request) && app.shell.leaves_to_terminals(request.uri().path()) {
        return app.terminal.answer(request).await;
    }
    html::serve(State(app.shell.clone()), request).await
}
