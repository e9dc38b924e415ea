-- The owner's id leads the key of everything that is owned, so that a database of many machines can keep it together.

-- The owner of a history is a person or a visitor: one column for both, which the two references must agree with.
create table history_by_owner (
    owner_id blob not null,
    id blob not null,
    user_id blob references users (id) on delete cascade,
    client_id blob references visitors (client_id) on delete cascade,
    name text not null,
    address text,
    latitude real not null,
    longitude real not null,
    place_id text,
    geo_source text not null,
    searched_at bigint not null,
    primary key (owner_id, id),
    check ((user_id is null) <> (client_id is null)),
    check (owner_id = coalesce(user_id, client_id))
);
insert into history_by_owner
select coalesce(user_id, client_id), id, user_id, client_id, name, address, latitude, longitude, place_id, geo_source,
    searched_at
from history;
drop table history;
alter table history_by_owner rename to history;
create index history_user on history (user_id) where user_id is not null;
create index history_client on history (client_id) where client_id is not null;
create index history_google on history (searched_at) where geo_source = 'google';

create table notices_by_owner (
    user_id blob not null references users (id) on delete cascade,
    id blob not null,
    location_id blob,
    place text not null,
    latitude real not null,
    longitude real not null,
    identity text not null,
    step text not null,
    revision bigint not null,
    severity text not null,
    -- The authority's message it tells about; null for ours.
    warning_id blob,
    -- Our own notice, as JSON; null for an authority's.
    computed text,
    channels text not null,
    created_at bigint not null,
    primary key (user_id, id)
);
insert into notices_by_owner
select user_id, id, location_id, place, latitude, longitude, identity, step, revision, severity, warning_id, computed,
    channels, created_at
from notices;
drop table notices;
alter table notices_by_owner rename to notices;
create unique index notices_once on notices (user_id, location_id, identity, step, revision);
create index notices_user on notices (user_id, created_at);
create index notices_created on notices (created_at);

-- A device is still one person's alone. The trigger names the table and would follow it to the other name.
drop trigger sessions_revoked;
create table push_devices_by_owner (
    user_id blob not null,
    kind text not null,
    token text not null,
    session_id blob not null,
    -- The keys of a browser's subscription.
    p256dh text,
    auth text,
    created_at bigint not null,
    primary key (user_id, kind, token),
    foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade
);
insert into push_devices_by_owner
select user_id, kind, token, session_id, p256dh, auth, created_at from push_devices;
drop table push_devices;
alter table push_devices_by_owner rename to push_devices;
create unique index push_devices_token on push_devices (kind, token);
create index push_devices_session on push_devices (user_id, session_id);
create trigger sessions_revoked after update of revoked_at on sessions when new.revoked_at is not null
begin
    delete from push_devices where user_id = new.user_id and session_id = new.id;
end;
