-- What was forecast for a cell of a tenth of a degree with saved places, and what the weather was: the last month in one
-- packed record. The forecasts are those of one point of the cell. Without an elevation: -32768. Times are unix milliseconds,
-- coordinates ten-thousandths of a degree.
create table weather_accuracy (
    latitude_e4 bigint not null,
    longitude_e4 bigint not null,
    elevation bigint not null,
    point_latitude_e4 bigint not null,
    point_longitude_e4 bigint not null,
    due_at bigint not null,
    record blob not null,
    primary key (latitude_e4, longitude_e4, elevation)
);
create index weather_accuracy_due_at on weather_accuracy (due_at);

-- The same over all cells, by day (since 1970) and days ahead, for metrics. Errors are sums in tenths of a degree.
create table weather_accuracy_totals (
    day bigint not null,
    days_ahead bigint not null,
    high_days bigint not null,
    high_error_tenths bigint not null,
    low_days bigint not null,
    low_error_tenths bigint not null,
    rain_hits bigint not null,
    rain_misses bigint not null,
    rain_false_alarms bigint not null,
    rain_dry bigint not null,
    band_values bigint not null,
    band_inside bigint not null,
    band_inside_uncorrected bigint not null,
    primary key (day, days_ahead)
);
