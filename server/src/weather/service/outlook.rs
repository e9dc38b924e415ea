//! The outlooks of many places: from the reports that the page shows, for briefings and thresholds.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream;

use super::{Requester, Weather};
use crate::geo::elevation::Site;
use crate::outlook::Outlook;
use crate::weather::assemble::outlook::outlook;

const MAX_CONCURRENT_FETCHES: usize = 4;

impl Weather {
    /// In the order of the sites; `None` where no weather is available.
    pub async fn outlooks(&self, sites: &[Site], requester: Requester) -> Vec<Option<Outlook>> {
        let each = sites.iter().map(|site| self.outlook(*site, requester));
        stream::iter(each.collect::<Vec<_>>()).buffered(MAX_CONCURRENT_FETCHES).collect().await
    }

    async fn outlook(&self, site: Site, requester: Requester) -> Option<Outlook> {
        let point = self.grid_point(site)?;
        let entry = self.entry(point, requester).await.ok()?;
        let (issued, now) = (self.0.issued_alerts(point).await, self.now());
        let assemble = move || Ok(Arc::clone(&entry).report(&issued, now).as_ref().and_then(outlook));
        self.0.render_pool.run(assemble).await.ok().flatten()
    }
}
