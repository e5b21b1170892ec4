import path from 'node:path';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { dataPaths } from './paths.js';
import { countSparePorts, PROCESS_NAMES, processesOf, type ProcessDefinition, type StoreContext } from './processes.js';

describe('the processes of a store', () => {
  const buildContext = (
    settings: Partial<StoreContext['settings']> = {},
    rest: Partial<StoreContext> = {},
  ): StoreContext => ({
    settings: {
      PORT: 8080,
      DATA_DIR: '.data',
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      REPLICAS: 1,
      PROGRAMS: 'bundled',
      ...settings,
    },
    paths: dataPaths('/data'),
    ports: Object.fromEntries(
      [...PROCESS_NAMES, 'nats-monitor'].map((name, i) => [name, 9000 + i]),
    ) as StoreContext['ports'],
    host: '::',
    storefront: 'http://localhost:8080',
    accounts: { admin: { email: 'a@x', password: 'a' }, shopper: { email: 's@x', password: 's' } },
    secrets: {
      internal: 'internal',
      razorpay: { keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret: 'hook' },
      cloudinary: { cloudName: 'rangavalli', apiKey: '1', apiSecret: 'two' },
      nats: Object.fromEntries(
        natsUsers.map((user) => [user, `password of ${user}`]),
      ) as StoreContext['secrets']['nats'],
    },
    nats: { kind: 'program', program: '/usr/bin/nats-server', why: '' },
    database: { kind: 'documentdb', why: '' },
    ...rest,
  });
  const byName = (context: StoreContext): Record<string, ProcessDefinition> =>
    Object.fromEntries(processesOf(context).map((definition) => [definition.name, definition]));

  it('include all by default', () => {
    expect(Object.keys(byName(buildContext())).toSorted()).toEqual([...PROCESS_NAMES].toSorted());
  });

  it('replace the stand-ins by the services whose keys are set', () => {
    const live = {
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'live',
      CLOUDINARY_URL: 'cloudinary://k:s@real',
    };
    const { razorpay, cloudinary, payment, catalog, gateway } = byName(buildContext(live));
    expect([razorpay, cloudinary]).toEqual([undefined, undefined]);
    expect(payment?.env).toMatchObject({ RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'live' });
    expect(payment?.env['RAZORPAY_API_URL']).toBeUndefined();
    expect(catalog?.env).toMatchObject({
      CLOUDINARY_URL: 'cloudinary://k:s@real',
      MEDIA_URL: 'https://res.cloudinary.com',
    });
    expect(gateway?.env).toMatchObject({
      RAZORPAY_KEY_ID: 'rzp_live_1',
      CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/real/image/upload',
    });
    expect(gateway?.env['CLOUDINARY_DELIVERY_URL']).toBeUndefined();
  });

  it('leave out external NATS and database servers, where each service has its own database', () => {
    const external = {
      nats: { kind: 'external', url: 'nats://n:4222', why: '' },
      database: { kind: 'external', uri: 'mongodb://u:p@m:27017/?replicaSet=rs0', why: '' },
    } as const;
    const { nats, database, cart, order } = byName(buildContext({}, external));
    expect([nats, database]).toEqual([undefined, undefined]);
    expect(cart?.env).toMatchObject({
      NATS_URL: 'nats://n:4222',
      MONGODB_URI: 'mongodb://u:p@m:27017/rangavalli_cart?replicaSet=rs0',
    });
    expect(order?.env['MONGODB_URI']).toBe('mongodb://u:p@m:27017/rangavalli_order?replicaSet=rs0');
  });

  it('are only those that ONLY names', () => {
    expect(Object.keys(byName(buildContext({ ONLY: 'nats, database' })))).toEqual(['nats', 'database']);
  });

  it('run bundles, or compiled programs with PROGRAMS=compiled and with ONLY', () => {
    const programsOf = (settings: Partial<StoreContext['settings']>): string[] =>
      processesOf(buildContext(settings))
        .filter(({ of }) => of !== 'nats')
        .map(({ program, args }) => `${args.includes(program)} ${path.extname(program)}`);
    expect(new Set(programsOf({}))).toEqual(new Set(['true .cjs']));
    expect(new Set(programsOf({ PROGRAMS: 'compiled' }))).toEqual(new Set(['true .js']));
    expect(new Set(programsOf({ ONLY: 'database,razorpay' }))).toEqual(new Set(['true .js']));
  });

  it('pass the payment secret only to payment and the stand-in', () => {
    const holders = processesOf(buildContext())
      .filter(({ env }) => Object.values(env).includes('secret'))
      .map(({ name }) => name);
    expect(holders.toSorted()).toEqual(['payment', 'razorpay']);
  });

  it("have the password of their own NATS user only; the operator's is passed only to the server", () => {
    const holdersOf = (user: string): string[] =>
      processesOf(buildContext())
        .filter(({ env }) => Object.values(env).includes(`password of ${user}`))
        .map(({ name }) => name);
    for (const user of natsUsers) expect(holdersOf(user)).toEqual(user === 'operator' ? ['nats'] : ['nats', user]);
    expect(byName(buildContext())['order']?.env).toMatchObject({
      NATS_USER: 'order',
      NATS_PASSWORD: 'password of order',
    });
  });

  it('are REPLICAS of each service, one idle and one spare, all of which the gateway has as upstreams', () => {
    const context = buildContext({ REPLICAS: 2 }, { sparePorts: { order: [9101, 9102, 9103], gateway: [9201] } });
    const all = processesOf(context);
    expect(
      all
        .filter(({ of }) => of === 'order')
        .map(({ name, port, env, standby }) => ({ name, port, env: env['PORT'], standby })),
    ).toEqual([
      { name: 'order', port: context.ports.order, env: String(context.ports.order), standby: undefined },
      { name: 'order-2', port: 9101, env: '9101', standby: undefined },
      { name: 'order-3', port: 9102, env: '9102', standby: 'idle' },
      { name: 'order-spare', port: 9103, env: '9103', standby: 'spare' },
    ]);
    const { gateway, 'gateway-2': second } = byName(context);
    expect(gateway?.env['ORDER_URL']).toBe(
      [context.ports.order, 9101, 9102, 9103].map((port) => `http://127.0.0.1:${port}`).join(','),
    );
    expect(gateway?.env['CART_URL']).toBe(`http://127.0.0.1:${context.ports.cart}`);
    expect(second).toMatchObject({ standby: 'idle', port: 9201 });
    expect(second?.env['ORDER_URL']).toBe(gateway?.env['ORDER_URL']);
    expect([countSparePorts('order', 2), countSparePorts('gateway', 2), countSparePorts('nats', 2)]).toEqual([3, 1, 0]);
  });

  it('log in to an external NATS server with the credentials of its address', () => {
    const { order } = byName(buildContext({}, { nats: { kind: 'external', url: 'nats://shop:p@n:4222', why: '' } }));
    expect(order?.env).toMatchObject({ NATS_URL: 'nats://shop:p@n:4222' });
    expect(order?.env['NATS_USER']).toBeUndefined();
  });
});
