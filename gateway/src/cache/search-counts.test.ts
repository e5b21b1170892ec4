import { connect } from '@nats-io/transport-node';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startTestGateway } from '../testing/test-gateway.js';

test('searches are counted, cached ones too, and sent again under the same id until they are recorded', async () => {
  const nats = await startTestNats();
  const gateway = await startTestGateway({
    NATS_URL: nats.url,
    SEARCH_COUNT_INTERVAL_MS: '100',
    COMMAND_ATTEMPT_MS: '200',
    COMMAND_DEADLINE_MS: '300',
  });
  const catalog = await connect({ servers: nats.url });
  try {
    gateway.upstream.respond = (_seen, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
    const batches: CommandRequest<'rpc.catalog.searches.record'>[] = [];
    catalog.subscribe('rpc.catalog.searches.record', {
      callback: (_error, message) => {
        batches.push(message.json());
        // The first reply is lost.
        if (batches.length > 1) message.respond(JSON.stringify({ ok: true, data: { outcome: 'recorded' } }));
      },
    });
    await catalog.flush();
    const get = (query: string) => gateway.inject({ method: 'GET', url: `/api/products/getAll?${query}` });
    for (const query of ['q=red+saree', 'q=red+saree', 'sort=relevance&page=1&q=red%20saree', 'limit=24&q=kanchi'])
      expect((await get(query)).statusCode).toBe(200);
    // Further pages, filters, lists of staff, and lists without a text.
    for (const query of ['q=red+saree&page=2', 'q=red+saree&colour=Red', 'q=red+saree&sort=newest', 'limit=24', 'q='])
      expect((await get(query)).statusCode).toBe(200);
    await eventually(() => expect(batches.length).toBeGreaterThan(1));
    const [lost, repeated] = batches;
    expect(repeated).toEqual(lost);
    const countedOnce = () =>
      [...new Map(batches.map((batch) => [batch.batchId, batch])).values()].flatMap(({ searches }) => searches);
    const total = (text: string) =>
      countedOnce().reduce((sum, search) => sum + (search.text === text ? search.count : 0), 0);
    await eventually(() => expect([total('red saree'), total('kanchi')]).toEqual([3, 1]));
    expect(new Set(countedOnce().map(({ text }) => text)).size).toBe(2);
  } finally {
    await catalog.close();
    await gateway.stop();
    await nats.stop();
  }
});
