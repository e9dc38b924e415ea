-- Forecasts of a region of 10° by 15° on a coarse grid, for the map, by its south-west corner. Rows older than a day are deleted.
-- Times are unix milliseconds, coordinates ten-thousandths of a degree.
create table weather_grids (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    fetched_at bigint not null,
    hours blob not null,
    primary key (latitude_e4, longitude_e4)
);
create index weather_grids_fetched_at on weather_grids (fetched_at);
