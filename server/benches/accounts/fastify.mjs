// What most would write in JavaScript: the saved places of a signed-in user by Fastify and node-postgres, with the same token
// check and the same statements as the bare handlers of this bench.

import { createHmac, timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";

// The packages are in a folder of the bench, not beside this file.
const require = createRequire(`${process.env.BENCH_PACKAGES}/`);
const fastify = require("fastify")();
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.HALCYON_BENCH_DATABASE, max: 16 });
const key = createHmac("sha256", process.env.BENCH_SECRET).update("access token").digest();

const PERSON = `select users.email, users.email_verified_at, users.password_hash, users.first_name, users.last_name,
    users.phone_number, users.auth_provider, users.language
  from sessions join users on users.id = sessions.user_id
  where sessions.user_id = $1 and sessions.id = $2 and sessions.revoked_at is null and sessions.expires_at > $3`;
const PLACES = `select id, position, name, latitude, longitude, location_type, show_on_homepage, alerts_enabled,
    address, address_components, place_id, geo_source, located_at, created_at, updated_at
  from locations where user_id = $1 order by position`;

function claimsOf(request) {
  const token = /access_token_cookie=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const [head, body, signature] = token.split(".");
  const expected = createHmac("sha256", key).update(`${head}.${body}`).digest();
  const sent = Buffer.from(signature ?? "", "base64url");
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  return claims.exp > Date.now() / 1000 ? claims : null;
}

async function person(request) {
  const claims = claimsOf(request);
  if (!claims) return null;
  const values = [claims.sub, claims.sid, Date.now()];
  const { rows } = await pool.query({ name: "person", text: PERSON, values });
  return rows.length ? { id: claims.sub, ...rows[0] } : null;
}

fastify.get("/api/auth/me", async (request, reply) => {
  const user = await person(request);
  return user ? { ...user, password_hash: undefined } : reply.code(401).send();
});

fastify.get("/api/locations", async (request, reply) => {
  const user = await person(request);
  if (!user) return reply.code(401).send();
  const { rows } = await pool.query({ name: "places", text: PLACES, values: [user.id] });
  return { locations: rows };
});

const address = await fastify.listen({ host: "127.0.0.1", port: 0 });
console.log(address.replace("http://", ""));
