// Forked by `startBareServer`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CopiedResponse } from './bare-responses.js';

process.once('message', (copied: Record<string, CopiedResponse>) => {
  const prepared = new Map(
    Object.entries(copied).map(([path, { body, ...head }]) => [path, { ...head, body: Buffer.from(body, 'base64') }]),
  );
  const server = createServer((request, response) => {
    const found = prepared.get(request.url ?? '');
    if (found) response.writeHead(found.status, found.headers).end(found.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit(0));
