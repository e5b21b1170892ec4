import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, NoRespondersError, PermissionViolationError } from '@nats-io/transport-node';
import { auditEvents, type EventName } from '@rangavalli/contracts/events';
import { type NatsAccess, natsAccess, type NatsProcess, type NatsUser } from '@rangavalli/contracts/nats-access';
import { pino } from 'pino';
import { subscribeEphemeral } from '../events/ephemeral-subscription.js';
import { NatsStrategy } from '../events/nats-strategy.js';
import { startTestNats, type TestNats } from '../testing/nats-server.js';
import { eventually } from '../testing/test-service.js';
import { connectNats } from './connection.js';
import { natsAddress } from './credentials.js';
import { accessOf } from './permissions.js';
import { natsServerConfig } from './server-config.js';
import { ensureLimitsStream, ensureStreams } from './streams.js';

const logger = pino({ level: 'silent' });
const processes = Object.keys(natsAccess) as NatsProcess[];

describe('NATS users', () => {
  let nats: TestNats;
  const open: NatsConnection[] = [];
  const as = async (user: NatsUser): Promise<NatsConnection> => {
    const connection = await connectNats(nats.urlOf(user), user, logger);
    open.push(connection);
    return connection;
  };

  beforeAll(async () => {
    nats = await startTestNats({ withUsers: true });
    await ensureStreams(await as('cart'), 1);
    await ensureLimitsStream(await as('gateway'), 1);
  });
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await nats.stop();
  });

  const tryPublish = async (connection: NatsConnection, subject: string): Promise<'refused' | 'allowed'> => {
    try {
      await connection.request(subject, '{}', { timeout: 3_000 });
      return 'allowed';
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (cause instanceof PermissionViolationError) return 'refused';
      if (cause instanceof NoRespondersError) return 'allowed';
      throw error;
    }
  };
  const trySubscribe = async (connection: NatsConnection, subject: string): Promise<'refused' | 'allowed'> => {
    let refused = false;
    const subscription = connection.subscribe(subject, { callback: (error) => void (refused ||= error !== null) });
    await connection.flush();
    subscription.unsubscribe();
    await connection.flush();
    return refused ? 'refused' : 'allowed';
  };

  it.each(processes)('%s may publish its events and use its commands', async (name) => {
    const access: NatsAccess = natsAccess[name];
    const connection = await as(name);
    for (const event of access.publishes)
      expect((await jetstream(connection).publish(event, '{}')).stream).toBe('EVENTS');
    for (const command of access.requests) expect(await tryPublish(connection, command)).toBe('allowed');
    for (const command of access.serves) expect(await trySubscribe(connection, command)).toBe('allowed');
  });

  it.each([
    'catalog.product.deleted',
    'catalog.stock.returned',
    'payment.captured',
    'payment.refunded',
    'user.registered',
    'user.revoked',
    'audit.user.recorded',
    'audit.payment.recorded',
    'rpc.user.session.check',
    'rpc.order.states.get',
    'rpc.catalog.searches.record',
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
    'gateway.limits',
    'gateway.limits.windows',
    '$JS.API.STREAM.CREATE.LIMITS',
  ])('order may not publish %s', async (subject) => {
    expect(await tryPublish(await as('order'), subject)).toBe('refused');
  });

  it.each([
    '>',
    '_INBOX.>',
    '_INBOX.payment.>',
    'payment.captured',
    'payment.>',
    'user.registered',
    'user.revoked',
    'rpc.user.session.check',
    'rpc.payment.verify',
    'rpc.>',
    'dead.>',
    '$JS.API.>',
    '$JS.EVENT.>',
    'gateway.limits',
    'gateway.limits.ordered',
    'gateway.limits.windows',
  ])('order may not subscribe to %s', async (subject) =>
    expect(await trySubscribe(await as('order'), subject)).toBe('refused'),
  );

  it('gateway may discover processes and share limits, but not publish or subscribe to events', async () => {
    const gateway = await as('gateway');
    expect(await tryPublish(gateway, 'system.report')).toBe('allowed');
    expect(await tryPublish(gateway, 'order.placed')).toBe('refused');
    expect(await trySubscribe(gateway, 'order.placed')).toBe('refused');
    expect(await tryPublish(gateway, 'user.revoked')).toBe('refused');
    expect(await trySubscribe(gateway, 'user.revoked')).toBe('allowed');
    for (const subject of ['gateway.limits', 'gateway.limits.windows'])
      expect(await tryPublish(gateway, subject)).toBe('allowed');
    for (const subject of ['gateway.limits', 'gateway.limits.ordered', 'gateway.limits.windows'])
      expect(await trySubscribe(gateway, subject)).toBe('allowed');
    expect(await tryPublish(gateway, 'gateway.limits.ordered')).toBe('refused');
  });

  it('let each service publish its own audit entries only', async () => {
    for (const [name, own] of [
      ['catalog', 'audit.catalog.recorded'],
      ['payment', 'audit.payment.recorded'],
      ['user', 'audit.user.recorded'],
      ['cart', undefined],
    ] as const) {
      const connection = await as(name);
      for (const event of auditEvents)
        expect([name, event, await tryPublish(connection, event)]).toEqual([
          name,
          event,
          event === own ? 'allowed' : 'refused',
        ]);
    }
  });

  it('may reply once to a request, and only to its inbox', async () => {
    const [order, payment] = [await as('order'), await as('payment')];
    const received: string[] = [];
    order.subscribe('_INBOX.order.>', { callback: (_error, message) => void received.push(message.string()) });
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
    expect(received).toEqual(['first']);
  });

  it('let only the process that manages the streams update their settings', async () => {
    const manager = await jetstreamManager(await as('operator'));
    const subjectsOf = async (): Promise<string[]> => (await manager.streams.info('EVENTS')).config.subjects;
    const wanted = await subjectsOf();
    await manager.streams.update('EVENTS', { subjects: wanted.filter((subject) => subject !== 'audit.>') });
    await ensureStreams(await as('order'), 1, accessOf('order'));
    expect(await subjectsOf()).not.toContain('audit.>');
    await ensureStreams(await as('notification'), 1, accessOf('notification'));
    expect(await subjectsOf()).toEqual(wanted);
    expect(processes.filter((process) => accessOf(process)?.managesStreams)).toEqual(['notification']);
  });

  it('are required: anonymous clients and wrong passwords are rejected', async () => {
    const { servers } = natsAddress(nats.url);
    await expect(connect({ servers })).rejects.toThrow(/authorization/i);
    await expect(connectNats(servers.join(','), 'order', logger, { user: 'order', password: 'wrong' })).rejects.toThrow(
      /authorization/i,
    );
  });
});

describe('NATS permissions that a reload adds', () => {
  let nats: TestNats;
  let connection: NatsConnection;
  let operator: NatsConnection;
  /** Reloads the server with `access` of the cart service, and with that of the others as usual. */
  const grant = (access: NatsAccess): Promise<void> => {
    const granted = processes.map((name) => [name, [name === 'cart' ? access : natsAccess[name]]]);
    return nats.reload(natsServerConfig(undefined, Object.fromEntries(granted)));
  };
  /** Resolves when the cart service may, or may not, subscribe to `subject`. */
  const untilPermitted = (subject: string, isPermitted: boolean) =>
    eventually(async () => {
      let isSubscribed = true;
      const probe = await connect(natsAddress(nats.urlOf('cart')));
      probe.subscribe(subject, { callback: (error) => void (isSubscribed &&= error === null) });
      await probe.flush();
      await probe.close();
      expect(isSubscribed).toBe(isPermitted);
    });

  beforeEach(async () => {
    nats = await startTestNats({ withUsers: true });
    operator = await connectNats(nats.urlOf('operator'), 'operator', logger);
  });
  afterEach(async () => {
    await connection.close();
    await operator.close();
    await nats.stop();
  });

  it('let a service reply to a command without a restart', async () => {
    await grant({ ...natsAccess.cart, serves: [] });
    await untilPermitted('rpc.cart.lines.get', false);
    connection = await connectNats(nats.urlOf('cart'), 'cart', logger);
    const strategy = new NatsStrategy(connection, 'cart', logger, () => Promise.resolve());
    strategy.addHandler('rpc.cart.lines.get', () => Promise.resolve({ lines: [] }));
    strategy.listen(() => undefined);
    await connection.flush();
    const request = async () => {
      const reply = await operator.request('rpc.cart.lines.get', JSON.stringify({ userId: 'a'.repeat(24) }));
      return reply.json();
    };
    await expect(request()).rejects.toThrow(/no responders/i);
    await grant(natsAccess.cart);
    const reply = { ok: true, data: { lines: [] } };
    await eventually(async () => expect(await request()).toEqual(reply));
    // Also after a reload has removed it.
    await grant({ ...natsAccess.cart, serves: [] });
    await eventually(() => expect(request()).rejects.toThrow(/no responders/i));
    await grant(natsAccess.cart);
    await eventually(async () => expect(await request()).toEqual(reply));
    await strategy.close();
  });

  it('connect an ephemeral subscription, which is not connected before', async () => {
    const names: readonly EventName[] = ['order.placed', 'user.revoked'];
    await grant({ ...natsAccess.cart, subscribes: ['order.placed'] });
    await untilPermitted('order.placed', true);
    connection = await connectNats(nats.urlOf('cart'), 'cart', logger);
    const changes: boolean[] = [];
    const received: string[] = [];
    await subscribeEphemeral(connection, names, {
      onEvent: ({ type }) => void received.push(type),
      onInvalidEvent: () => void received.push('invalid'),
      onConnectionChange: (isConnected) => void changes.push(isConnected),
      logger,
    });
    expect(changes).toEqual([false]);
    await nats.kill();
    await nats.start();
    await eventually(() => Promise.all([operator.rtt(), connection.rtt()]));
    expect(changes).not.toContain(true);
    await grant({ ...natsAccess.cart, subscribes: ['order.placed', 'user.revoked'] });
    await eventually(() => expect(changes.at(-1)).toBe(true));
    expect(changes.filter((isConnected) => isConnected)).toEqual([true]);
    operator.publish('user.revoked', '{}');
    await eventually(() => expect(received).toEqual(['invalid']));
  });
});

describe('NATS_URL', () => {
  it('accepts user and password for one or several servers', () => {
    expect(natsAddress('nats://a:4222,b')).toEqual({ servers: ['nats://a:4222', 'b'] });
    expect(natsAddress('nats://order:p%40ss@a:4222, nats://order:p%40ss@b:4222')).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'order',
      pass: 'p@ss',
    });
    expect(natsAddress('order:p@[::1]:4222')).toEqual({ servers: ['[::1]:4222'], user: 'order', pass: 'p' });
  });

  it('is overridden by separate credentials', () => {
    expect(natsAddress('nats://x:y@a:4222', { user: 'order', password: 'p' })).toEqual({
      servers: ['nats://a:4222'],
      user: 'order',
      pass: 'p',
    });
  });
});
