-- What a person owns beside the account, and what a visitor without one leaves behind. Times are unix milliseconds.
create table locations (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    -- The owner's order: 0, 1, 2, … without a gap.
    position bigint not null,
    name text not null,
    latitude double precision not null,
    longitude double precision not null,
    location_type text not null,
    show_on_homepage boolean not null,
    alerts_enabled boolean not null,
    -- Never Google's text: what Google wrote may not be kept.
    address text,
    address_components text,
    place_id text,
    geo_source text not null,
    -- When the coordinates were taken over from their source.
    located_at bigint not null,
    -- When Google is to be asked again; null for coordinates that may stay.
    refresh_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, id)
);
create index locations_refresh on locations (refresh_at) where refresh_at is not null;

-- A browser without an account, known by a random id of its own making; gone after 90 days without a sign of it.
create table visitors (
    client_id uuid primary key,
    permission text,
    touched_at bigint not null
);
create index visitors_touched on visitors (touched_at);

-- What was searched for, by a person or by a visitor.
create table history (
    id uuid primary key,
    user_id uuid references users (id) on delete cascade,
    client_id uuid references visitors (client_id) on delete cascade,
    name text not null,
    address text,
    latitude double precision not null,
    longitude double precision not null,
    place_id text,
    geo_source text not null,
    searched_at bigint not null,
    check ((user_id is null) <> (client_id is null))
);
create index history_user on history (user_id, searched_at);
create index history_client on history (client_id, searched_at);
create index history_google on history (searched_at) where geo_source = 'google';

create table permissions (
    user_id uuid primary key references users (id) on delete cascade,
    permission text not null,
    updated_at bigint not null
);

create table contact_messages (
    id uuid primary key,
    user_id uuid references users (id) on delete cascade,
    name text not null,
    email text not null,
    subject text not null,
    message text not null,
    created_at bigint not null
);
create index contact_messages_user on contact_messages (user_id);
create index contact_messages_email on contact_messages (email);
create index contact_messages_created on contact_messages (created_at);

-- Whom a message concerns beside `user_id`: it goes when the account with this address is deleted.
alter table outbox add column email text;
create index outbox_email on outbox (email) where email is not null;

-- Where a push message can be sent. A token is a secret: whoever knows it may be able to push to it.
create table push_devices (
    kind text not null,
    token text not null,
    user_id uuid not null,
    session_id uuid not null,
    -- The keys of a browser's subscription.
    p256dh text,
    auth text,
    created_at bigint not null,
    primary key (kind, token),
    foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade
);
create index push_devices_session on push_devices (user_id, session_id);

-- A session that ends takes its devices along, whoever ended it: a shared phone never gets the last person's warnings.
create function delete_push_devices() returns trigger language plpgsql as $$
begin
    delete from push_devices where user_id = new.user_id and session_id = new.id;
    return null;
end
$$;
create trigger sessions_revoked after update of revoked_at on sessions
for each row when (new.revoked_at is not null) execute function delete_push_devices();
