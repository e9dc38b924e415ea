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

alter index warnings_message rename to alerts_message;
alter index warnings_identity rename to alerts_identity;
alter index warnings_subject rename to alerts_subject;
alter index warnings_open rename to alerts_open;
alter index watch_cells_due rename to alert_cells_due;
alter index watch_cells_forecast rename to alert_cells_forecast;
alter index notices_once rename to notifications_once;
alter index notices_user rename to notifications_user;
alter index notices_created rename to notifications_created;
alter index outbox_lane rename to outbox_queue;
alter index weather_reports_fetched_at rename to weather_snapshots_fetched_at;
