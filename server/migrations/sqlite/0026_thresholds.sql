-- What a user wants to be notified of at a saved place, such as wind over a speed.
create table thresholds (
    user_id blob not null,
    location_id blob not null,
    kind text not null,
    -- m/s, °C, the UV index or the hour of the day; null for a kind without a number.
    value real,
    -- The event that the user was last notified of.
    event text,
    -- Whether that event lasts, and since when its condition is no longer met.
    is_active boolean not null default false,
    gone_since bigint,
    primary key (user_id, location_id, kind),
    foreign key (user_id, location_id) references locations (user_id, id) on delete cascade
);
