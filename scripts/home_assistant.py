"""Two parts of scripts/check-home-assistant: a weather provider whose values are known, and the check of what Home Assistant shows."""

import asyncio
import contextlib
import datetime
import http.server
import json
import os
import pathlib
import re
import sys
import time

DEVICE = "halcyon_n52_5200_e13_4100"
# What the provider says, in m/s; the expected states below are in km/h.
NOW = {
    "temperature_2m": 7.4, "apparent_temperature": 5.4, "relative_humidity_2m": 70, "dew_point_2m": 5.0, "weather_code": 3,
    "cloud_cover": 100, "pressure_msl": 1015.0, "visibility": 20000.0, "wind_speed_10m": 3.0, "wind_direction_10m": 250,
    "wind_gusts_10m": 6.0, "uv_index": 1.0,
}
STORM_HOURS = range(4, 9)
# By the last part of the unique id: state, unit, device class, state class.
SENSORS = {
    "condition": ("cloudy", None, "enum", None),
    "temperature": (7.4, "°C", "temperature", "measurement"),
    "apparent_temperature": (5.4, "°C", "temperature", "measurement"),
    "humidity": (70, "%", "humidity", "measurement"),
    "pressure": (1015, "hPa", "atmospheric_pressure", "measurement"),
    "wind_speed": (10.8, "km/h", "wind_speed", "measurement"),
    "wind_bearing": (250, "°", "wind_direction", "measurement_angle"),
    "wind_gust_speed": (21.6, "km/h", "wind_speed", "measurement"),
    "uv_index": (1, None, None, "measurement"),
    "cloud_coverage": (100, "%", None, "measurement"),
    "visibility": (20, "km", "distance", "measurement"),
    "precipitation": (0, "mm", "precipitation", "measurement"),
    "temperature_high": (7.4, "°C", "temperature", None),
    "temperature_low": (7.4, "°C", "temperature", None),
    "precipitation_probability": (5, "%", None, None),
}


class Provider(http.server.BaseHTTPRequestHandler):
    """Answers like Open-Meteo: mild and cloudy, with a storm in some hours."""

    def do_GET(self):
        body = json.dumps(forecast(int(time.time()))).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def forecast(now):
    offset = 3600
    midnight = (now + offset) // 86400 * 86400 - offset
    hours = [midnight + hour * 3600 for hour in range(-24, 16 * 24)]
    quarters = [now // 900 * 900 + index * 900 for index in range(32)]
    hourly = {name: [value] * len(hours) for name, value in NOW.items()}
    hourly |= {"time": hours, "precipitation": [0.0] * len(hours), "snowfall": [0.0] * len(hours), "precipitation_probability": [5] * len(hours)}
    for ahead in STORM_HOURS:
        row = hours.index(now // 3600 * 3600 + ahead * 3600)
        hourly["wind_speed_10m"][row], hourly["wind_gusts_10m"][row] = 24.0, 38.0
    return {
        "latitude": 52.52, "longitude": 13.42, "elevation": 38.0, "timezone": "Europe/Berlin", "utc_offset_seconds": offset,
        "timezone_abbreviation": "GMT+1", "current_units": {"temperature_2m": "°C", "wind_speed_10m": "m/s"},
        "current": {"time": now // 900 * 900, "interval": 900} | NOW,
        "hourly_units": {"temperature_2m": "°C", "wind_speed_10m": "m/s", "precipitation": "mm"}, "hourly": hourly,
        "minutely_15_units": {"precipitation": "mm"}, "minutely_15": {"time": quarters, "precipitation": [0.0] * 32},
    }


def examples(server):
    """The blocks of YAML in the documents, for this server."""
    text = pathlib.Path("docs/integrations.md").read_text()
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    template, rest = (next(block for block in blocks if re.search(rf"^{name}:", block, re.MULTILINE)) for name in ("template", "rest"))
    # Another name than that of the place by MQTT, for which it is the alternative.
    return template, rest.replace("https://weather.example", server).replace("name: Berlin", "name: Remote")


async def until(what, seconds=180):
    """Asks until the answer is true."""
    for _ in range(seconds * 2):
        # Not there yet.
        with contextlib.suppress(OSError, KeyError, StopIteration):
            if answer := await what():
                return answer
        await asyncio.sleep(0.5)
    raise TimeoutError(what.__name__)


async def personal_token(http_client, server):
    jar = http_client.cookie_jar

    async def post(path, body):
        csrf = {cookie.key: cookie.value for cookie in jar}.get("csrf_access_token", "")
        async with http_client.post(server + path, json=body, headers={"x-csrf-token": csrf}) as response:
            assert response.status in (200, 201), (path, await response.text())
            return await response.json()

    await post("/api/auth/register", {"email": "ada@example.org", "password": "kingfisher on a branch", "first_name": "Ada"})
    return (await post("/api/tokens", {"name": "Home Assistant", "scopes": ["weather", "alerts"]}))["token"]


class HomeAssistant:
    """As the page of Home Assistant uses it: the first user, the form of the MQTT integration, and the WebSocket."""

    def __init__(self, client, address):
        self.client, self.address, self.number = client, address, 0

    async def post(self, path, **body):
        async with self.client.post(self.address + path, **body) as response:
            assert response.status == 200, (path, await response.text())
            return await response.json()

    async def sign_up(self):
        client_id = self.address + "/"
        user = {"client_id": client_id, "name": "Ada", "username": "ada", "password": "kingfisher", "language": "en"}
        code = (await self.post("/api/onboarding/users", json=user))["auth_code"]
        grant = {"grant_type": "authorization_code", "code": code, "client_id": client_id}
        token = (await self.post("/auth/token", data=grant))["access_token"]
        self.client.headers["Authorization"] = f"Bearer {token}"
        self.socket = await self.client.ws_connect(self.address + "/api/websocket", max_msg_size=0)
        await self.socket.receive_json()
        await self.socket.send_json({"type": "auth", "access_token": token})
        return (await self.socket.receive_json())["type"] == "auth_ok"

    async def add_broker(self, port):
        form = "/api/config/config_entries/flow"
        flow = await self.post(form, json={"handler": "mqtt"})
        done = await self.post(f"{form}/{flow['flow_id']}", json={"broker": "127.0.0.1", "port": port})
        assert done["type"] == "create_entry", done

    async def ask(self, kind, **more):
        self.number += 1
        await self.socket.send_json({"id": self.number, "type": kind} | more)
        answer = await self.socket.receive_json()
        assert answer["success"], answer
        return answer["result"]

    async def states(self):
        return {state["entity_id"]: state for state in await self.ask("get_states")}

    async def ours(self):
        """Our entities by the last part of their unique id."""
        registry = await self.ask("config/entity_registry/list")
        states, found = await self.states(), {}
        for entry in registry:
            # Newer versions leave the id out of the list.
            details = entry if "unique_id" in entry else await self.ask("config/entity_registry/get", entity_id=entry["entity_id"])
            if str(details["unique_id"]).startswith(f"{DEVICE}_"):
                found[details["unique_id"].removeprefix(f"{DEVICE}_")] = states[entry["entity_id"]]
        return found


def same(state, expected):
    return float(state) == expected if isinstance(expected, (int, float)) else state == expected


async def check(folder, hass, broker_port, server_port, home_port):
    import aiohttp  # Of Home Assistant.

    folder, server = pathlib.Path(folder), f"http://127.0.0.1:{server_port}"
    config = folder / "config"
    config.mkdir()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        token = await until(lambda: personal_token(client, server))
    template, rest = examples(server)
    (config / "secrets.yaml").write_text(f'halcyon_bearer: "Bearer {token}"\n')
    (config / "configuration.yaml").write_text(
        "homeassistant:\n  name: Test\n  latitude: 52.52\n  longitude: 13.41\n  time_zone: Europe/Berlin\n  unit_system: metric\n"
        f"http:\n  server_host: 127.0.0.1\n  server_port: {home_port}\n{template}\n{rest}\n"
    )
    log = (folder / "home-assistant.log").open("w")
    # It installs what its integrations need into its own environment.
    path = f"{pathlib.Path(hass).parent}:{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(hass, "--config", config, stdout=log, stderr=log, env=os.environ | {"PATH": path})
    try:
        async with aiohttp.ClientSession(headers={}) as client:
            home = HomeAssistant(client, f"http://127.0.0.1:{home_port}")
            await until(home.sign_up, 600)
            await home.add_broker(int(broker_port))
            print("  " + await examine(home))
    finally:
        process.terminate()
        await process.wait()


async def examine(home):
    async def discovered():
        found = await home.ours()
        return found if len(found) == 18 and found["temperature"]["state"] not in ("unknown", "unavailable") else None

    found = await until(discovered)
    for key, (state, unit, device_class, state_class) in SENSORS.items():
        attributes = found[key]["attributes"]
        assert same(found[key]["state"], state), (key, found[key])
        of_entity = [attributes.get(name) for name in ("unit_of_measurement", "device_class", "state_class")]
        assert of_entity == [unit, device_class, state_class], (key, found[key])
    updated = datetime.datetime.fromisoformat(found["updated"]["state"])
    assert abs((datetime.datetime.now(datetime.UTC) - updated).total_seconds()) < 600, found["updated"]
    attributes = found["condition"]["attributes"]
    assert (len(attributes["forecast_hourly"]), len(attributes["forecast_daily"])) == (48, 15), attributes
    assert "Open-Meteo" in attributes["attribution"] and attributes["simulated"] is False, attributes
    # No authority covers the place: unknown, and never off.
    assert (found["official_alert"]["state"], found["hazard"]["state"]) == ("unknown", "on"), found
    assert found["hazard"]["attributes"]["device_class"] == "safety"
    assert found["hazard"]["attributes"]["alerts"][0]["level"] == "severe", found["hazard"]

    device = next(one for one in await home.ask("config/device_registry/list") if ["mqtt", DEVICE] in one["identifiers"])
    assert (device["name"], device["model"]) == ("Berlin", "Weather forecast"), device

    version = (await home.ask("get_config"))["version"]
    for key in SENSORS:
        await use_documented_id(home, version, found[key]["entity_id"], f"sensor.berlin_{key}")
    states = await until_weather(home)
    weather = states["weather.berlin"]
    shown = [weather["attributes"][name] for name in ("temperature", "wind_speed", "wind_speed_unit", "pressure", "visibility")]
    assert weather["state"] == "cloudy" and shown == [7.4, 10.8, "km/h", 1015, 20], weather
    for kind, count in (("hourly", 48), ("daily", 15)):
        answer = await home.ask("call_service", domain="weather", service="get_forecasts", service_data={"type": kind},
                                target={"entity_id": "weather.berlin"}, return_response=True)
        times = answer["response"]["weather.berlin"]["forecast"]
        assert len(times) == count and times[0]["temperature"] == 7.4, answer
        assert times[0].get("wind_speed") == (10.8 if kind == "hourly" else None), answer
    by_rest = {key: states[f"sensor.remote_{key}"]["state"] for key in ("temperature", "condition", "official_alert")}
    assert by_rest == {"temperature": "7.4", "condition": "overcast", "official_alert": "unknown"}, by_rest
    return f"Home Assistant {version} shows one device with {len(found)} entities, and the weather and sensors of the documented examples"


async def until_weather(home):
    async def ready():
        states = await home.states()
        weather = states.get("weather.berlin", {"state": "unknown"})
        # The values follow when their sensors have been published again.
        return states if weather["state"] not in ("unknown", "unavailable") and "wind_speed" in weather["attributes"] else None

    return await until(ready)


async def use_documented_id(home, version, entity_id, wanted):
    """Before 2025.10 ids follow the names: who uses the documented ones renames them."""
    if entity_id != wanted:
        assert tuple(int(part) for part in version.split(".")[:2]) < (2025, 10), (entity_id, wanted)
        await home.ask("config/entity_registry/update", entity_id=entity_id, new_entity_id=wanted)


if __name__ == "__main__":
    if sys.argv[1] == "provider":
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Provider).serve_forever()
    asyncio.run(check(*sys.argv[2:]))
