# Halcyon in a container: built in two stages, runs as an unprivileged user on a read-only root file system.
FROM node:22-bookworm-slim AS page
WORKDIR /src
COPY web/package.json web/package-lock.json web/
RUN npm --prefix web ci
COPY openapi.json ./
COPY locales locales
COPY web web
RUN npm --prefix web run --silent build

FROM rust:1.95-bookworm AS server
RUN apt-get update && apt-get install -y --no-install-recommends cmake && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY shared shared
COPY crates crates
COPY server server
COPY locales locales
COPY --from=page /src/web/dist web/dist
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data halcyon && install -d -o halcyon /data
COPY --from=server /src/target/release/halcyon /usr/local/bin/halcyon
USER 10001
WORKDIR /data
VOLUME /data
# No huge pages: idle connections would hold far more memory than they use.
ENV HALCYON_LISTEN=0.0.0.0:8080 HALCYON_DATA_DIR=/data MIMALLOC_ALLOW_THP=0
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["halcyon", "healthcheck"]
ENTRYPOINT ["halcyon"]
CMD ["serve"]
