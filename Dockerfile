# Halcyon in a container: built in two stages, runs as an unprivileged user on a read-only root file system.
# The page is the same for every processor, so that it is built on the one at hand.
FROM --platform=$BUILDPLATFORM node:26-trixie-slim AS page
WORKDIR /src
COPY web/package.json web/package-lock.json web/
RUN npm --prefix web ci --no-audit --no-fund
COPY openapi.json ./
COPY shared shared
COPY locales locales
COPY web web
RUN npm --prefix web run --silent build

FROM rust:1.95-trixie AS server
RUN apt-get update && apt-get install -y --no-install-recommends cmake && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY shared shared
COPY crates crates
COPY server server
COPY locales locales
COPY --from=page /src/web/dist web/dist
RUN cargo build --release --locked

FROM debian:trixie-slim
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
# Last, because other values make the steps after them run again. CREATED is a time as in RFC 3339.
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED
LABEL org.opencontainers.image.title="Halcyon" \
      org.opencontainers.image.description="A weather application: page, API and place index in one binary" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="docker.io/library/debian:trixie-slim" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED"
ENTRYPOINT ["halcyon"]
CMD ["serve"]
