import path from 'node:path';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { dataPaths } from './paths.js';
import { morePortsNeeded, PROCESS_NAMES, processesOf, type ProcessDefinition, type StoreContext } from './processes.js';
import { ownNode } from './provision/node.js';

describe('the processes of a store', () => {
  const aContext = (
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
    node: ownNode(),
    nats: { kind: 'program', program: '/usr/bin/nats-server', why: '' },
    database: { kind: 'documentdb', why: '' },
    ...rest,
  });
  const named = (context: StoreContext): Record<string, ProcessDefinition> =>
    Object.fromEntries(processesOf(context).map((definition) => [definition.name, definition]));

  it('are all there without any settings', () => {
    expect(Object.keys(named(aContext())).toSorted()).toEqual([...PROCESS_NAMES].toSorted());
  });

  it('leave out the stand-ins for which there are real keys, and use those', () => {
    const live = {
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'live',
      CLOUDINARY_URL: 'cloudinary://k:s@real',
    };
    const { razorpay, cloudinary, payment, catalog, gateway } = named(aContext(live));
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

  it('leave out NATS and database that run elsewhere, each service keeping a database of its own', () => {
    const elsewhere = {
      nats: { kind: 'external', url: 'nats://n:4222', why: '' },
      database: { kind: 'external', uri: 'mongodb://u:p@m:27017/?replicaSet=rs0', why: '' },
    } as const;
    const { nats, database, cart, order } = named(aContext({}, elsewhere));
    expect([nats, database]).toEqual([undefined, undefined]);
    expect(cart?.env).toMatchObject({
      NATS_URL: 'nats://n:4222',
      MONGODB_URI: 'mongodb://u:p@m:27017/rangavalli_cart?replicaSet=rs0',
    });
    expect(order?.env['MONGODB_URI']).toBe('mongodb://u:p@m:27017/rangavalli_order?replicaSet=rs0');
  });

  it('are only those that ONLY names', () => {
    expect(Object.keys(named(aContext({ ONLY: 'nats, database' })))).toEqual(['nats', 'database']);
  });

  it('run one file each, or what the compiler has written: where that is followed, and with ONLY, for which nothing is built', () => {
    const programsOf = (settings: Partial<StoreContext['settings']>): string[] =>
      processesOf(aContext(settings))
        .filter(({ of }) => of !== 'nats')
        .map(({ program, args }) => `${args.includes(program)} ${path.extname(program)}`);
    expect(new Set(programsOf({}))).toEqual(new Set(['true .cjs']));
    expect(new Set(programsOf({ PROGRAMS: 'compiled' }))).toEqual(new Set(['true .js']));
    expect(new Set(programsOf({ ONLY: 'database,razorpay' }))).toEqual(new Set(['true .js']));
  });

  it('tell the payment secret to payment and the stand-in, and to nobody else', () => {
    const knowing = processesOf(aContext())
      .filter(({ env }) => Object.values(env).includes('secret'))
      .map(({ name }) => name);
    expect(knowing.toSorted()).toEqual(['payment', 'razorpay']);
  });

  it("know the password of their own NATS user and of no other; the operator's is with the server only", () => {
    const knowing = (user: string): string[] =>
      processesOf(aContext())
        .filter(({ env }) => Object.values(env).includes(`password of ${user}`))
        .map(({ name }) => name);
    for (const user of natsUsers) expect(knowing(user)).toEqual(user === 'operator' ? ['nats'] : ['nats', user]);
    expect(named(aContext())['order']?.env).toMatchObject({ NATS_USER: 'order', NATS_PASSWORD: 'password of order' });
  });

  it('are as many of each service as REPLICAS says, one more on call and a spare one, at addresses that the gateway knows from the start', () => {
    const context = aContext({ REPLICAS: 2 }, { morePorts: { order: [9101, 9102, 9103], gateway: [9201] } });
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
    const { gateway, 'gateway-2': second } = named(context);
    expect(gateway?.env['ORDER_URL']).toBe(
      [context.ports.order, 9101, 9102, 9103].map((port) => `http://127.0.0.1:${port}`).join(','),
    );
    expect(gateway?.env['CART_URL']).toBe(`http://127.0.0.1:${context.ports.cart}`);
    expect(second).toMatchObject({ standby: 'idle', port: 9201 });
    expect(second?.env['ORDER_URL']).toBe(gateway?.env['ORDER_URL']);
    expect([morePortsNeeded('order', 2), morePortsNeeded('gateway', 2), morePortsNeeded('nats', 2)]).toEqual([3, 1, 0]);
  });

  it('go to a NATS server that runs elsewhere as its address says', () => {
    const { order } = named(aContext({}, { nats: { kind: 'external', url: 'nats://shop:p@n:4222', why: '' } }));
    expect(order?.env).toMatchObject({ NATS_URL: 'nats://shop:p@n:4222' });
    expect(order?.env['NATS_USER']).toBeUndefined();
  });
});
