// Run by `startBareServer`: as little as a server can do.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CopiedAnswer } from './bare-answers.js';

process.once('message', (copied: Record<string, CopiedAnswer>) => {
  const answers = new Map(
    Object.entries(copied).map(([path, { status, headers, body }]) => [
      path,
      { status, headers, body: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit(0));
