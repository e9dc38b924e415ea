-- The last good answer per grid point, and what was spent of each source's daily budget.
-- Times are unix milliseconds, coordinates ten-thousandths of a degree, the budget tenths of a call.
create table weather_reports (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    source text not null,
    fetched_at bigint not null,
    fresh_until bigint not null,
    last_modified text,
    forecast blob not null,
    primary key (latitude_e4, longitude_e4)
);
create index weather_reports_fetched_at on weather_reports (fetched_at);

create table weather_budget (
    source text not null,
    day bigint not null,
    spent_tenths bigint not null,
    primary key (source, day)
);
