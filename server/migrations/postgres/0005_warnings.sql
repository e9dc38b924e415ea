-- Warnings: what authorities issued, which cells are watched, who was told what. Times are unix milliseconds.

-- Feeds we read, with what a conditional question needs. A feed's turn is taken by moving `due_at`.
create table warning_feeds (
    name text primary key,
    etag text,
    last_modified text,
    -- The last good answer; null before the first.
    updated_at bigint,
    due_at bigint not null,
    -- A list that lost most of its warnings at once is believed when it says so twice.
    is_doubted boolean not null
);

-- Messages of authorities, each once. Those that belong to one event share an identity; a changed content has a higher revision.
create table warnings (
    id uuid primary key,
    feed text not null,
    -- The sender's own name for it, and where it was read.
    message text not null,
    identity text not null,
    revision bigint not null,
    -- Of what it says, and of what it is about.
    fingerprint text not null,
    subject text not null,
    sent_at bigint not null,
    ends_at bigint not null,
    -- False once a newer message replaced or cancelled it, or its list no longer names it.
    is_open boolean not null,
    changed_at bigint not null,
    content bytea not null
);
create unique index warnings_message on warnings (feed, message, fingerprint);
create index warnings_identity on warnings (feed, identity);
create index warnings_subject on warnings (feed, subject);
create index warnings_open on warnings (ends_at) where is_open;

-- Addresses of messages that were read: a message never changes.
create table warning_links (
    feed text not null,
    url text not null,
    read_at bigint not null,
    primary key (feed, url)
);

-- Area codes of a cell as an authority names them, asked once.
create table warning_zones (
    latitude_e2 bigint not null,
    longitude_e2 bigint not null,
    codes text not null,
    read_at bigint not null,
    primary key (latitude_e2, longitude_e2)
);

-- A saved place's cell, in hundredths of a degree: what the watcher looks at once for all its people.
alter table locations
    add column cell_latitude_e2 bigint generated always as (cast(round(latitude * 100) as bigint)) stored,
    add column cell_longitude_e2 bigint generated always as (cast(round(longitude * 100) as bigint)) stored;
create index locations_cell on locations (cell_latitude_e2, cell_longitude_e2) where alerts_enabled;

-- Cells with somebody to tell. A turn is taken by moving `due_at` or `forecast_due_at`.
create table watch_cells (
    latitude_e2 bigint not null,
    longitude_e2 bigint not null,
    people bigint not null,
    places bigint not null,
    changed_at bigint not null,
    due_at bigint not null,
    forecast_due_at bigint not null,
    forecast_at bigint,
    -- Our own notices from the last forecast, as JSON.
    computed text not null,
    primary key (latitude_e2, longitude_e2)
);
create index watch_cells_due on watch_cells (due_at);
create index watch_cells_forecast on watch_cells (forecast_due_at, people);

-- What a person was last told about a warning at a place, while it is not over.
create table told_warnings (
    user_id uuid not null,
    location_id uuid not null,
    identity text not null,
    revision bigint not null,
    severity text not null,
    ends_at bigint not null,
    notice_id uuid not null,
    told_at bigint not null,
    primary key (user_id, location_id, identity),
    foreign key (user_id, location_id) references locations (user_id, id) on delete cascade
);

-- What was sent to whom, when and why. The key makes it one notice per change per person per place.
create table notices (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    location_id uuid,
    place text not null,
    latitude double precision not null,
    longitude double precision not null,
    identity text not null,
    step text not null,
    revision bigint not null,
    severity text not null,
    -- The authority's message it tells about; null for ours.
    warning_id uuid,
    -- Our own notice, as JSON; null for an authority's.
    computed text,
    channels text not null,
    created_at bigint not null
);
create unique index notices_once on notices (user_id, location_id, identity, step, revision);
create index notices_user on notices (user_id, created_at);
create index notices_created on notices (created_at);

-- Notices wait in a lane of their own, so that no mail about an account waits behind a storm. Rows of one batch are
-- sent in one call, also when it is tried again: its name is the idempotency key.
alter table outbox add column lane text not null default 'account';
alter table outbox add column batch uuid;
create index outbox_lane on outbox (lane, due_at);
