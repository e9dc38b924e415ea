-- The oldest version that works on this schema, by the newest migration that it has. A migration that breaks older
-- versions raises it.
create table schema_support (needed_migration bigint not null);
insert into schema_support values (20);

-- Messages are claimed by queue and kind: without this each claim reads the backlog of all kinds.
create index outbox_claim on outbox (queue, kind, due_at);
drop index outbox_due;

-- The process that has claimed to fetch the next forecast; the others show the stored one meanwhile.
alter table weather_snapshots add column refresh_claimed_until bigint not null default 0;

-- What clean-up looks for. Refresh tokens are written in the order in which they expire.
create index sessions_expires on sessions (expires_at);
create index refresh_tokens_expires on refresh_tokens using brin (expires_at);
create index mail_links_expires on mail_links (expires_at);
create index email_reversions_expires on email_reversions (expires_at);
create index one_time_values_expires on one_time_values (expires_at);
create index rate_limits_ends on rate_limits (window_ends_at);
create index alert_links_read on alert_links (read_at);
create index notified_alerts_notified on notified_alerts (notified_at);
create index alerts_changed on alerts (changed_at);

-- Rows that change all the time: space on the page for their next version, and vacuum before they are many.
alter table outbox set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
alter table alert_cells set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
alter table rate_limits set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- round() of PostgreSQL rounds halves to the even number, that of SQLite and of the server away from zero: 52.525 was in
-- one cell for alerts and in another for the page.
alter table locations drop column cell_latitude_e2, drop column cell_longitude_e2;
alter table locations
    add column cell_latitude_e2 bigint
        generated always as (cast(sign(latitude) * floor(abs(latitude * 100) + 0.5) as bigint)) stored,
    add column cell_longitude_e2 bigint
        generated always as (cast(sign(longitude) * floor(abs(longitude * 100) + 0.5) as bigint)) stored;
create index locations_cell on locations (cell_latitude_e2, cell_longitude_e2) where alerts_enabled;
