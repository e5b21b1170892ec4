import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { publishOnce } from './publish.js';

describe('publishOnce', () => {
  let nats: TestNats;
  let connection: NatsConnection;
  beforeAll(async () => {
    nats = await startTestNats();
    connection = await connect({ servers: nats.url });
  });
  afterAll(async () => {
    await connection.close();
    await nats.stop();
  });

  /** Publishes where no stream is; this acknowledgement comes as from the leader of a stream. */
  async function publish(acknowledgement: object): Promise<void> {
    const subscription = connection.subscribe('order.placed', {
      callback: (_error, message) => void message.respond(JSON.stringify({ stream: 'EVENTS', ...acknowledgement })),
    });
    const published = publishOnce(jetstream(connection), 'order.placed', '{}', { msgID: 'm1' });
    await published.finally(() => subscription.unsubscribe());
  }

  it('resolves when the message is stored, now or earlier', async () => {
    await publish({ seq: 7 });
    await publish({ seq: 7, duplicate: true });
  });

  it('rejects for a duplicate of a message that waits to be stored, which an election of a leader may drop', async () => {
    await expect(publish({ seq: 0, duplicate: true })).rejects.toThrow('message m1 of order.placed is not stored yet');
  });
});
