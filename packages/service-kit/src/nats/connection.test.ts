import { pino } from 'pino';
import { openLink } from '../testing/link.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { connectNats } from './connection.js';

let nats: TestNats;
beforeAll(async () => (nats = await startTestNats()));
afterAll(() => nats.stop());

it('replaces a server behind a cut link, which closes no connection, within seconds', async () => {
  const port = Number(new URL(nats.url).port);
  const links = [await openLink(port), await openLink(port)];
  const url = links.map((link) => `nats://127.0.0.1:${link.port}`).join(',');
  const connection = await connectNats(url, 'order', pino({ level: 'silent' }));
  const reconnected = (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') return;
  })();
  links.find((link) => connection.getServer().endsWith(`:${link.port}`))?.cut();
  await reconnected;
  await connection.flush();
  await connection.close();
  for (const link of links) link.close();
}, 20_000);
