-- One short text about the day of a saved place, at a time that its user chose.
create table briefings (
    user_id blob not null,
    location_id blob not null,
    -- Such as 07:00, by the clock of the user's device.
    local_time text not null,
    -- A bit for each day of the week; Monday is 1, Sunday 64.
    weekdays bigint not null,
    -- The IANA name of the zone that the user's device last was in.
    timezone text not null,
    by_mail boolean not null,
    by_push boolean not null,
    with_air boolean not null,
    -- The next one: when it is due, and the local date it is for.
    due_at bigint not null,
    due_on text not null,
    -- The local date of the last one: a date has one at most, also where a traveller meets it twice.
    last_on text,
    claimed_until bigint not null default 0,
    primary key (user_id, location_id),
    foreign key (user_id, location_id) references locations (user_id, id) on delete cascade
);
create index briefings_due on briefings (due_at);
