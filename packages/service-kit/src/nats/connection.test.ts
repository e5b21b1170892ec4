import { pino } from 'pino';
import { openLink } from '../testing/link.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { eventually } from '../testing/test-service.js';
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

it('logs a refused subject once, however often it is tried', async () => {
  const withUsers = await startTestNats({ withUsers: true });
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const credentials = { user: 'cart', password: 'password-of-cart' };
  const connection = await connectNats(withUsers.url, 'cart', logger, credentials);
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for (const subject of ['order.created', 'order.cancelled']) connection.publish(subject, '{}');
      connection.subscribe('order.created', { callback: () => undefined });
      await connection.flush();
    }
    const messages = () => lines.map((line) => (JSON.parse(line) as { err: Error }).err.message);
    await eventually(() =>
      expect(messages().toSorted()).toEqual([
        expect.stringContaining('Publish to "order.cancelled"'),
        expect.stringContaining('Publish to "order.created"'),
        expect.stringContaining('Subscription to "order.created"'),
      ]),
    );
  } finally {
    await connection.close();
    await withUsers.stop();
  }
});
