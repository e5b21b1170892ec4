import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.js';

const assets = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
const assetTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
const swaggerOptions = {
  url: '/api/docs/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
};
/** The content security policy allows no inline scripts. */
const startScript = `SwaggerUIBundle(${JSON.stringify(swaggerOptions)});\n`;

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>body{margin:0}</style>
</head>
<body>
<div id="calls"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

export function addDocs(fastify: FastifyInstance, publicUrl: string) {
  // Built at the first request: it takes a tenth of the CPU time of a start.
  let built: ReturnType<typeof openApiDocument> | undefined;
  const document = () => (built ??= openApiDocument(publicUrl));
  // Calls are tried at the storefront's address.
  const policy = `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${new URL(publicUrl).origin}; frame-ancestors 'none'`;
  const home = { type: 'text/html', text: () => page(document().info.title) };
  const files: Record<string, { type: string; text: () => string }> = {
    '/api/docs': home,
    '/api/docs/': home,
    '/api/docs/openapi.json': { type: 'application/json', text: () => JSON.stringify(document()) },
    '/api/docs/start.js': { type: 'text/javascript', text: () => startScript },
  };
  for (const [url, { type, text }] of Object.entries(files))
    fastify.get(url, (_request, reply) =>
      reply.header('content-security-policy', policy).type(`${type}; charset=utf-8`).send(text()),
    );
  for (const [name, type] of Object.entries(assetTypes)) {
    fastify.get(`/api/docs/${name}`, (_request, reply) => {
      reply.type(type).header('cache-control', 'public, max-age=3600');
      return reply.send(createReadStream(join(assets, name)));
    });
  }
}
