-- What the last poll of a feed named and could not read. A place is not covered while either is above zero.
-- Links to hosts that may not be called, or that are no addresses.
alter table alert_feeds add column unfollowed_links bigint not null default 0;
-- Messages that are missing, not yet fetched or not parseable; a list that is not parseable counts as one.
alter table alert_feeds add column unread_messages bigint not null default 0;
