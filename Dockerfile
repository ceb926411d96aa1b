# One image for all of Diorama's processes; compose.yaml says which of them a container runs.
ARG NODE=node:24-bookworm-slim

# The packages' manifests alone: the layers below change only when a dependency does.
FROM ${NODE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY gateway/package.json gateway/
COPY worker-assets/package.json worker-assets/
COPY worker-billing/package.json worker-billing/
COPY worker-notify/package.json worker-notify/
COPY web/package.json web/
COPY stack/package.json stack/

FROM manifests AS build
RUN npm ci
COPY tsconfig.json ./
COPY shared shared
COPY web web
RUN npx vite build web

FROM manifests AS dependencies
# Empty, it adds the packages of OpenTelemetry, which OTEL_EXPORTER_OTLP_ENDPOINT needs.
ARG OMIT=--omit=dev
RUN npm ci ${OMIT} \
  --workspace shared --workspace gateway \
  --workspace worker-assets --workspace worker-billing --workspace worker-notify

FROM ${NODE}
# Debian's Chromium draws the pictures; it brings the libraries that the one from npm would have to unpack.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data /backups
WORKDIR /app
COPY --from=dependencies /app ./
COPY package.json LICENSE ./
COPY shared shared
COPY gateway gateway
COPY worker-assets worker-assets
COPY worker-billing worker-billing
COPY worker-notify worker-notify
COPY stack stack
COPY --from=build /app/web/dist web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DIORAMA_HEALTH_PORT=9090 DIORAMA_DATA_DIR=/data \
  CHROMIUM_PATH=/usr/bin/chromium SHUTDOWN_GRACE_S=20 \
  MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /data
EXPOSE 3000 9090
# The gateway by default; the health of whichever process runs: the gateway answers on PORT, a worker on its own port.
CMD ["node", "gateway/src/main.ts"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "stack/health.mjs"]
