import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.js';

/** The browser files of Swagger UI, as Fastify's package ships them. */
const assets = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
/** Scripts are files of their own: the content security policy allows no inline ones. */
const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#calls', deepLinking: true, persistAuthorization: true, tryItOutEnabled: true, displayRequestDuration: true, validatorUrl: null });\n`;

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: calls</title>
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

/** `/api/docs`: a page to read and try the calls, from our own server alone; `/api/docs/openapi.json`: their description. */
export function addDocs(fastify: FastifyInstance): void {
  const document = openApiDocument();
  const json = JSON.stringify(document);
  const html = page(document.info.title);
  for (const url of ['/api/docs', '/api/docs/'])
    fastify.get(url, (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  fastify.get('/api/docs/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json));
  fastify.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  for (const [name, type] of Object.entries(types)) {
    fastify.get(`/api/docs/${name}`, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(createReadStream(join(assets, name))),
    );
  }
}
