# The shell's built files and its server; runs as user 1000, not root.
# Build from the repository's root: docker build -f deploy/docker/shell.Dockerfile -t rangavalli/shell .
# Build arguments: BASE (image), NPM_CONFIG_REGISTRY (registry), HTTPS_PROXY (proxy), RELEASE_VERSION.
ARG BASE=node:24-bookworm-slim

# Only the manifests that npm reads: an edit of code or of another slice reuses the installed dependencies.
FROM ${BASE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/build-kit/package.json packages/build-kit/
COPY packages/contracts/package.json packages/contracts/
COPY packages/http-cache/package.json packages/http-cache/
COPY packages/web-kit/package.json packages/web-kit/
COPY shell/package.json shell/

FROM manifests AS dependencies
ARG NPM_CONFIG_REGISTRY
RUN npm ci --omit=dev --workspace=shell

FROM manifests AS build
ARG NPM_CONFIG_REGISTRY
RUN npm ci --workspace=shell --workspace=packages/build-kit --workspace=packages/web-kit --include-workspace-root
COPY tsconfig.base.json ./
COPY packages/build-kit packages/build-kit
COPY packages/contracts packages/contracts
COPY packages/http-cache packages/http-cache
COPY packages/web-kit packages/web-kit
COPY shell shell
RUN npm run build --workspace=shell
# Deletes sources, types, tests and build information.
RUN find packages shell -name node_modules -prune -exec rm -r {} + \
 && find packages shell -type f ! -name package.json ! -path '*/dist/client/*' ! -path '*/dist/page/*' \
      \( ! -path '*/dist/*.js' -o -name '*.test.js' -o -path '*/dist/testing/*' \) -delete \
 && find packages shell -type d -empty -delete

FROM ${BASE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# Threads share memory of the C library, and it returns freed buffers: long-running processes keep half of what they
# would otherwise.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# With the node_modules of single packages, for versions that npm does not hoist.
COPY --from=dependencies /app ./
COPY --from=build /app/packages/contracts packages/contracts
COPY --from=build /app/packages/http-cache packages/http-cache
COPY --from=build /app/shell shell
ARG RELEASE_VERSION
ENV RELEASE_VERSION=${RELEASE_VERSION}
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Rendering makes short-lived garbage, for which the heap would otherwise grow to several times its need; without the
# first flag V8 may keep the dead objects of requests.
CMD ["node", "--no-allocation-site-pretenuring", "--max-old-space-size=128", "--max-semi-space-size=8", \
     "shell/dist/server/main.js"]
