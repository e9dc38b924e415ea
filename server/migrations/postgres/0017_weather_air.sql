-- Air quality and pollen per cell of a tenth of a degree. Rows older than a day are deleted.
-- Times are unix milliseconds, coordinates ten-thousandths of a degree.
create table weather_air (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    fetched_at bigint not null,
    hours bytea not null,
    primary key (latitude_e4, longitude_e4)
);
create index weather_air_fetched_at on weather_air (fetched_at);
