-- One word per concept (docs/glossary.md): an alert is in force at a place, a notification is sent to a user about one.

alter table warning_feeds rename to alert_feeds;
alter table alert_feeds rename column is_doubted to is_suspect;
alter table warnings rename to alerts;
alter table warning_links rename to alert_links;
alter table warning_zones rename to alert_zones;

alter table watch_cells rename to alert_cells;
alter table alert_cells rename column people to user_count;
alter table alert_cells rename column places to location_count;
alter table alert_cells rename column computed to hazards;

alter table told_warnings rename to notified_alerts;
alter table notified_alerts rename column notice_id to notification_id;
alter table notified_alerts rename column told_at to notified_at;

alter table notices rename to notifications;
alter table notifications rename column step to event;
alter table notifications rename column warning_id to alert_id;
alter table notifications rename column computed to hazard;

alter table outbox rename column lane to queue;
update outbox set queue = 'notifications' where queue = 'notices';

alter table limits rename to rate_limits;
alter table weather_reports rename to weather_snapshots;
alter table weather_budget rename to weather_quota;

-- Jobs that one process at a time runs; rows of the feeds' table served for it before.
create table job_leases (
    name text primary key,
    expires_at bigint not null
);
delete from alert_feeds where name in ('cells', 'zones');

-- SQLite has no statement that renames an index.
drop index warnings_message;
create unique index alerts_message on alerts (feed, message, fingerprint);
drop index warnings_identity;
create index alerts_identity on alerts (feed, identity);
drop index warnings_subject;
create index alerts_subject on alerts (feed, subject);
drop index warnings_open;
create index alerts_open on alerts (ends_at) where is_open;
drop index watch_cells_due;
create index alert_cells_due on alert_cells (due_at);
drop index watch_cells_forecast;
create index alert_cells_forecast on alert_cells (forecast_due_at, user_count);
drop index notices_once;
create unique index notifications_once on notifications (user_id, location_id, identity, event, revision);
drop index notices_user;
create index notifications_user on notifications (user_id, created_at);
drop index notices_created;
create index notifications_created on notifications (created_at);
drop index outbox_lane;
create index outbox_queue on outbox (queue, due_at);
drop index weather_reports_fetched_at;
create index weather_snapshots_fetched_at on weather_snapshots (fetched_at);
