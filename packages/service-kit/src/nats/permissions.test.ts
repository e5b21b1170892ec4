import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, NoRespondersError, PermissionViolationError } from '@nats-io/transport-node';
import { type NatsAccess, natsAccess, type NatsProcess, type NatsUser } from '@rangavalli/contracts/nats-access';
import { pino } from 'pino';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { connectNats } from './connection.js';
import { natsAddress } from './credentials.js';
import { managesStreams } from './permissions.js';
import { ensureStreams } from './streams.js';

const logger = pino({ level: 'silent' });
const processes = Object.keys(natsAccess) as NatsProcess[];

describe('the NATS users of the processes', () => {
  let nats: TestNats;
  const open: NatsConnection[] = [];
  const as = async (user: NatsUser): Promise<NatsConnection> => {
    const connection = await connectNats(nats.urlOf(user), user, logger);
    open.push(connection);
    return connection;
  };

  beforeAll(async () => {
    nats = await startTestNats({ withUsers: true });
    await ensureStreams(await as('cart'), 1, false);
  });
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await nats.stop();
  });

  /** What became of a request on a subject: the server's refusal, or how far it got. */
  const tried = async (connection: NatsConnection, subject: string): Promise<'refused' | 'passed'> => {
    try {
      await connection.request(subject, '{}', { timeout: 3_000 });
      return 'passed';
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (cause instanceof PermissionViolationError) return 'refused';
      if (cause instanceof NoRespondersError) return 'passed';
      throw error;
    }
  };
  const listens = async (connection: NatsConnection, subject: string): Promise<'refused' | 'passed'> => {
    let refused = false;
    const subscription = connection.subscribe(subject, { callback: (error) => void (refused ||= error !== null) });
    await connection.flush();
    subscription.unsubscribe();
    await connection.flush();
    return refused ? 'refused' : 'passed';
  };

  it.each(processes)('%s may tell its events and ask its commands', async (name) => {
    const access: NatsAccess = natsAccess[name];
    const connection = await as(name);
    for (const event of access.publishes)
      expect((await jetstream(connection).publish(event, '{}')).stream).toBe('EVENTS');
    for (const command of access.requests) expect(await tried(connection, command)).toBe('passed');
    for (const command of access.serves) expect(await listens(connection, command)).toBe('passed');
  });

  it.each([
    'catalog.product.deleted',
    'catalog.stock.returned',
    'payment.captured',
    'payment.refunded',
    'user.registered',
    'rpc.order.states.get',
    'rpc.catalog.products.get',
    'dead.payment.order.cancelled',
    '_INBOX.payment.guessed',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.MSG.DELETE.EVENTS',
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.STREAM.DELETE.DEAD_LETTERS',
    '$JS.API.STREAM.CREATE.COPY',
    '$JS.API.CONSUMER.DELETE.EVENTS.payment__order_cancelled',
    '$JS.API.CONSUMER.MSG.NEXT.EVENTS.payment__order_cancelled',
    '$JS.API.CONSUMER.CREATE.EVENTS.order__payment_captured.user.registered',
    '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.order__payment_captured',
    '$JS.ACK.EVENTS.payment__order_cancelled.1.1.1.1.0',
    '$SYS.REQ.SERVER.PING',
    'system.report',
  ])('order may not publish %s', async (subject) => {
    expect(await tried(await as('order'), subject)).toBe('refused');
  });

  it.each([
    '>',
    '_INBOX.>',
    '_INBOX.payment.>',
    'payment.captured',
    'payment.>',
    'user.registered',
    'rpc.payment.verify',
    'rpc.>',
    'dead.>',
    '$JS.API.>',
    '$JS.EVENT.>',
  ])('order may not listen to %s', async (subject) =>
    expect(await listens(await as('order'), subject)).toBe('refused'),
  );

  it('gateway may tell and hear nothing, and ask everybody how they are', async () => {
    const gateway = await as('gateway');
    expect(await tried(gateway, 'system.report')).toBe('passed');
    expect(await tried(gateway, 'order.placed')).toBe('refused');
    expect(await listens(gateway, 'order.placed')).toBe('refused');
  });

  it('hold nobody back who answers a request, once, and nowhere but in the inbox that it names', async () => {
    const [order, payment] = [await as('order'), await as('payment')];
    const heard: string[] = [];
    order.subscribe('_INBOX.order.>', { callback: (_error, message) => void heard.push(message.string()) });
    payment.subscribe('rpc.payment.verify', {
      callback: (_error, message) => {
        payment.publish('_INBOX.order.beside', 'beside');
        message.respond('first');
        message.respond('second');
      },
    });
    await payment.flush();
    order.publish('rpc.payment.verify', '{}', { reply: '_INBOX.order.here' });
    await order.flush();
    await payment.flush();
    await payment.flush();
    await order.flush();
    expect(heard).toEqual(['first']);
  });

  it('let the streams of an older release be brought up to date by the one process that keeps them', async () => {
    const manager = await jetstreamManager(await as('operator'));
    const subjectsOf = async (): Promise<string[]> => (await manager.streams.info('EVENTS')).config.subjects;
    const wanted = await subjectsOf();
    await manager.streams.update('EVENTS', { subjects: wanted.filter((subject) => subject !== 'audit.>') });
    await ensureStreams(await as('order'), 1, managesStreams('order'));
    expect(await subjectsOf()).not.toContain('audit.>');
    await ensureStreams(await as('notification'), 1, managesStreams('notification'));
    expect(await subjectsOf()).toEqual(wanted);
    expect(processes.filter(managesStreams)).toEqual(['notification']);
  });

  it('are needed: without one, or with a wrong password, nobody gets in', async () => {
    const { servers } = natsAddress(nats.url);
    await expect(connect({ servers })).rejects.toThrow(/authorization/i);
    await expect(connectNats(servers.join(','), 'order', logger, { user: 'order', password: 'wrong' })).rejects.toThrow(
      /authorization/i,
    );
  });
});

describe('NATS_URL', () => {
  it('may hold user and password, once or for each of several servers', () => {
    expect(natsAddress('nats://a:4222,b')).toEqual({ servers: ['nats://a:4222', 'b'] });
    expect(natsAddress('nats://order:p%40ss@a:4222, nats://order:p%40ss@b:4222')).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'order',
      pass: 'p@ss',
    });
    expect(natsAddress('order:p@[::1]:4222')).toEqual({ servers: ['[::1]:4222'], user: 'order', pass: 'p' });
  });

  it('gives way to credentials beside it', () => {
    expect(natsAddress('nats://x:y@a:4222', { user: 'order', password: 'p' })).toEqual({
      servers: ['nats://a:4222'],
      user: 'order',
      pass: 'p',
    });
  });
});
