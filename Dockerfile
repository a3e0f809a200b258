# The image of a site: a build stage with all packages, and a final stage with what runs.
# Needs an external PostgreSQL or a volume at /data; writes nowhere else. See docs/operations/first-deploy.md.
ARG BASE=docker.io/library/debian:12-slim
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN node scripts/setup/prepare.mjs build && npm prune --omit=dev --no-audit --no-fund

FROM ${BASE}
# Fewer arenas of the C library, which otherwise keep memory that pictures needed.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 DATA_DIR=/data HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/content content
COPY --from=build /app/db db
COPY --from=build /app/demo demo
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Health, not readiness: a container must not be killed because its database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node_modules/.bin/node", "--max-old-space-size=1024", "--max-semi-space-size=16", "build/server/server.js"]
