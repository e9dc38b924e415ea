export interface paths {
  "/api/weather": {
    get: {
      parameters: { query: { latitude: number; longitude: number; location_id?: string | null }; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["WeatherReport"] } } };
    };
  };
}
export interface components {
  schemas: {
    Condition: "clear_sky" | "sunny" | "mostly_clear" | "partly_cloudy" | "cloudy" | "overcast" | "mist" | "fog" | "drizzle" | "freezing_drizzle" | "light_rain" | "moderate_rain" | "heavy_rain" | "rain_showers" | "freezing_rain" | "sleet" | "light_snow" | "moderate_snow" | "heavy_snow" | "snow_showers" | "blizzard" | "thunderstorm" | "severe_thunderstorm" | "hail" | "breezy" | "windy" | "gale" | "storm" | "hurricane" | "freezing" | "frost" | "scorching_heat";
    Unavailable: { unavailable: components["schemas"]["UnavailableReason"] };
    UnavailableReason: "not_provided_by_source" | "beyond_source_horizon" | "source_failed" | "not_plausible" | "too_old" | "not_built";
    ReportSource: { id: "open-meteo" | "met-norway" | "simulated"; name: string; attribution: string; url: string | null; licence: string; simulated: boolean };
    Current: { time: string; temperature_2m: number | null; apparent_temperature: number | null; relative_humidity_2m: number | null; dew_point_2m: number | null; precipitation: number | null; precipitation_probability: number | null; weather_code: number | null; cloud_cover: number | null; pressure_msl: number | null; pressure_trend: number | null; visibility: number | null; wind_speed_10m: number | null; wind_direction_10m: number | null; wind_gusts_10m: number | null; uv_index: number | null; is_day: boolean; current_weather_condition: components["schemas"]["Condition"] | null; icon: string | null };
    Hourly: { time: string[]; temperature_2m: (number | null)[]; temperature_2m_p10: (number | null)[]; temperature_2m_p90: (number | null)[]; apparent_temperature: (number | null)[]; precipitation: (number | null)[]; precipitation_probability: (number | null)[]; snowfall: (number | null)[]; wind_speed_10m: (number | null)[]; wind_gusts_10m: (number | null)[]; wind_direction_10m: (number | null)[]; relative_humidity_2m: (number | null)[]; dew_point_2m: (number | null)[]; pressure_msl: (number | null)[]; visibility: (number | null)[]; uv_index: (number | null)[]; cloud_cover: (number | null)[]; is_day: boolean[]; condition: (components["schemas"]["Condition"] | null)[]; icon: (string | null)[] };
    Minutely15: { time: string[]; precipitation: (number | null)[] };
    Sun: { sunrise: string | null; sunset: string | null; solar_noon: string; daylight_seconds: number; polar: "none" | "day" | "night" };
    Moon: { phase: number; name: string; illumination: number };
    Period: { condition: components["schemas"]["Condition"]; icon: string; temperature_2m_max: number | null; temperature_2m_min: number | null; precipitation_sum: number | null; precipitation_probability_max: number | null; wind_speed_10m_max: number | null };
    Periods: Record<"morning" | "day" | "evening" | "night", components["schemas"]["Period"] | components["schemas"]["Unavailable"]>;
    Day: { date: string; unavailable: components["schemas"]["UnavailableReason"] | null; condition: components["schemas"]["Condition"] | null; icon: string | null; temperature_2m_max: number | null; temperature_2m_mean: number | null; temperature_2m_min: number | null; apparent_temperature_max: number | null; apparent_temperature_min: number | null; precipitation_sum: number | null; precipitation_probability_max: number | null; snowfall_sum: number | null; wind_speed_10m_max: number | null; wind_gusts_10m_max: number | null; wind_direction_10m_dominant: number | null; uv_index_max: number | null; sun: components["schemas"]["Sun"]; moon: components["schemas"]["Moon"]; periods: components["schemas"]["Periods"] | components["schemas"]["Unavailable"] };
    Parameter: { type: "temperature" | "temperature_difference" | "speed" | "precipitation" | "precipitation_rate" | "snowfall" | "percent" | "index" | "count" | "beaufort"; value: number } | { type: "condition"; value: components["schemas"]["Condition"] } | { type: "time"; value: string };
    Insight: { kind: "temperature_swing" | "precipitation_chance" | "wind_advisory" | "humidity_level" | "uv_index" | "trend" | "feels_like_change" | "rain_stopping"; sentence: string; parameters: { [key: string]: components["schemas"]["Parameter"] }; importance: number; why: { rule: string; threshold: components["schemas"]["Parameter"]; values: { [key: string]: components["schemas"]["Parameter"] }; citation: string } };
    Summary: { sentence: string; parameters: { [key: string]: components["schemas"]["Parameter"] } };
    WeatherReport: { place: { latitude: number; longitude: number; timezone: string; elevation: number | null }; source: components["schemas"]["ReportSource"] | null; fetched_at: string | null; fresh_until: string; current: components["schemas"]["Current"] | components["schemas"]["Unavailable"]; summary: components["schemas"]["Summary"] | components["schemas"]["Unavailable"]; hourly: components["schemas"]["Hourly"] | components["schemas"]["Unavailable"]; minutely_15: components["schemas"]["Minutely15"] | components["schemas"]["Unavailable"]; daily: { days: components["schemas"]["Day"][] } | components["schemas"]["Unavailable"]; insights: { items: components["schemas"]["Insight"][] } | components["schemas"]["Unavailable"]; alerts: components["schemas"]["Unavailable"] };
  };
}
