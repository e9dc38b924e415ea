-- The oldest version that works on this schema, by the newest migration that it has. A migration that breaks older
-- versions raises it.
create table schema_support (needed_migration bigint not null);
insert into schema_support values (20);

-- Messages are claimed by queue and kind: without this each claim reads the backlog of all kinds.
create index outbox_claim on outbox (queue, kind, due_at);
drop index outbox_due;

-- The process that has claimed to fetch the next forecast; the others show the stored one meanwhile.
alter table weather_snapshots add column refresh_claimed_until bigint not null default 0;

-- What clean-up looks for.
create index sessions_expires on sessions (expires_at);
create index refresh_tokens_expires on refresh_tokens (expires_at);
create index mail_links_expires on mail_links (expires_at);
create index email_reversions_expires on email_reversions (expires_at);
create index one_time_values_expires on one_time_values (expires_at);
create index rate_limits_ends on rate_limits (window_ends_at);
create index alert_links_read on alert_links (read_at);
create index notified_alerts_notified on notified_alerts (notified_at);
create index alerts_changed on alerts (changed_at);
