# The image of a site: stages with the packages and the build, and a final one with what runs.
# Needs an external PostgreSQL or a volume at /data; writes only there and to /tmp. See docs/operations/first-deploy.md.
ARG BASE=docker.io/library/debian:12-slim
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY demo/package.json demo/
# Node itself is copied below, so the packages with a second one are left out.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/node-linux-*

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN node scripts/setup/prepare.mjs build

FROM ${BASE}
# Fewer arenas of the C library, which otherwise keep memory that pictures needed.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 DATA_DIR=/data HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/build build
COPY --from=build /app/content content
COPY --from=build /app/demo demo
# initdb refuses a user without a name, and the client of the bucket one without a home.
RUN useradd --uid 10001 --home-dir /tmp --no-create-home --no-log-init --shell /usr/sbin/nologin carquay && \
    install -d -o carquay -g carquay /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Health, not readiness: a container must not be killed because its database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "build/server/server.js"]
