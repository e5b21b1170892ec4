# A remote's built files and the static host that serves them.
# Build from the repository's root:
#   docker build -f deploy/docker/remote.Dockerfile --build-arg SLICE=mf-catalog \
#     --secret id=release_signing_key,env=RELEASE_SIGNING_KEY -t rangavalli/mf-catalog .
# Other build arguments: BASE (image), NPM_CONFIG_REGISTRY (registry), HTTPS_PROXY (proxy), RELEASE_VERSION,
# RELEASE_PUBLIC_KEYS (those of the shell).
ARG BASE=node:24-bookworm-slim

# Only the manifests that npm reads: an edit of code or of another slice reuses the installed dependencies.
FROM ${BASE} AS manifests
ARG SLICE
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/build-kit/package.json packages/build-kit/
COPY packages/contracts/package.json packages/contracts/
COPY packages/web-kit/package.json packages/web-kit/
COPY ${SLICE}/package.json ${SLICE}/

FROM manifests AS dependencies
ARG NPM_CONFIG_REGISTRY
RUN npm ci --omit=dev --workspace=packages/build-kit

FROM manifests AS build
ARG SLICE
ARG NPM_CONFIG_REGISTRY
RUN npm ci --workspace=${SLICE} --workspace=packages/build-kit --workspace=packages/web-kit --include-workspace-root
COPY tsconfig.base.json ./
COPY packages/build-kit packages/build-kit
COPY packages/contracts packages/contracts
COPY packages/web-kit packages/web-kit
COPY ${SLICE} ${SLICE}
# Signs the release; the shell accepts no other in production. With another public key a cached build is not used.
ARG RELEASE_PUBLIC_KEYS
RUN --mount=type=secret,id=release_signing_key \
    RELEASE_SIGNING_KEY="$(cat /run/secrets/release_signing_key 2>/dev/null || true)" npm run build --workspace=${SLICE}
# Deletes sources, types, tests and build information.
RUN find packages/build-kit ${SLICE} -name node_modules -prune -exec rm -r {} + \
 && find packages/build-kit ${SLICE} -type f ! -name package.json ! -path '*/dist/client/*' \
      \( ! -path '*/dist/*.js' -o -name '*.test.js' -o -path '*/dist/testing/*' \) -delete \
 && find packages/build-kit ${SLICE} -type d -empty -delete

FROM ${BASE}
ARG SLICE
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BASE_PATH=/remotes/${SLICE}/
# With the node_modules of single packages, for versions that npm does not hoist.
COPY --from=dependencies /app ./
COPY --from=build /app/packages/build-kit packages/build-kit
COPY --from=build /app/${SLICE} ${SLICE}
ARG RELEASE_VERSION
ENV RELEASE_VERSION=${RELEASE_VERSION}
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
WORKDIR /app/${SLICE}
CMD ["node", "../packages/build-kit/dist/bin/serve.js", "."]
