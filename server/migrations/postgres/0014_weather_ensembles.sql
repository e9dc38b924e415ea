-- How certain the days of a forecast are, per cell of a tenth of a degree. Rows older than a day are deleted.
-- Times are unix milliseconds, coordinates ten-thousandths of a degree.
create table weather_ensembles (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    fetched_at bigint not null,
    fresh_until bigint not null,
    days bytea not null,
    primary key (latitude_e4, longitude_e4)
);
create index weather_ensembles_fetched_at on weather_ensembles (fetched_at);
