# A service, the gateway or a stand-in, with the packages that it uses and their production dependencies.
# Build from the repository's root:
#   docker build -f deploy/docker/service.Dockerfile --build-arg SLICE=services/order -t rangavalli/order .
# Other build arguments: BASE (image), NPM_CONFIG_REGISTRY (registry), HTTPS_PROXY (proxy), RELEASE_VERSION.
ARG BASE=node:24-bookworm-slim

# Only the manifests that npm reads: an edit of code or of another slice reuses the installed dependencies.
FROM ${BASE} AS manifests
ARG SLICE
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/http-cache/package.json packages/http-cache/
COPY packages/pin-codes/package.json packages/pin-codes/
COPY packages/search-index/package.json packages/search-index/
COPY packages/service-kit/package.json packages/service-kit/
COPY ${SLICE}/package.json ${SLICE}/

FROM manifests AS dependencies
ARG SLICE
ARG NPM_CONFIG_REGISTRY
RUN npm ci --omit=dev --workspace=${SLICE}

FROM manifests AS build
ARG SLICE
ARG NPM_CONFIG_REGISTRY
RUN npm ci --workspace=${SLICE} --include-workspace-root
COPY tsconfig.base.json ./
COPY packages/contracts packages/contracts
COPY packages/http-cache packages/http-cache
COPY packages/pin-codes packages/pin-codes
COPY packages/search-index packages/search-index
COPY packages/service-kit packages/service-kit
COPY ${SLICE} ${SLICE}
# Without checking types, some of which belong to packages that only other slices install: they are checked before.
RUN npx tsc -b --noCheck ${SLICE}
# Deletes sources, types, tests and build information.
RUN find packages ${SLICE} -name node_modules -prune -exec rm -r {} + \
 && find packages ${SLICE} -type f ! -name package.json ! -path '*/assets/*' \
      \( ! -path '*/dist/*.js' -o -name '*.test.js' -o -path '*/dist/testing/*' \) -delete \
 && find packages ${SLICE} -type d -empty -delete

FROM ${BASE}
ARG SLICE
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# Threads share memory of the C library, and it returns freed buffers: long-running processes keep half of what they
# would otherwise.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# With the node_modules of single packages, for versions that npm does not hoist.
COPY --from=dependencies /app ./
COPY --from=build /app/packages packages
COPY --from=build /app/${SLICE} ${SLICE}
# For a volume: the file system of the image is read-only.
RUN mkdir /data && chown 1000:1000 /data
ARG RELEASE_VERSION
ENV RELEASE_VERSION=${RELEASE_VERSION}
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.INTERNAL_PORT||process.env.PORT)+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
WORKDIR /app/${SLICE}
# Room for short-lived objects; deployments of catalog and gateway set their own.
ENV NODE_OPTIONS=--max-semi-space-size=16
# Without this flag V8 may keep the dead objects of requests, which halves what a gateway can serve.
CMD ["node", "--no-allocation-site-pretenuring", "dist/main.js"]
