import { readFileSync } from 'node:fs';
import path from 'node:path';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import {
  countSparePorts,
  INTERNAL_PORT,
  PROCESS_NAMES,
  processesOf,
  SERVICES,
  type ProcessDefinition,
  type StoreContext,
} from './processes.js';
import { compose } from './checks/deploy/compose-file.js';
import { ROOT } from './paths.js';
import { buildContext, buildSecrets } from './testing/build-context.js';

describe('the processes of a store', () => {
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

  it('run the stand-in of the couriers unless the shop has an account at one of them', () => {
    const { couriers, fulfilment } = byName(buildContext());
    expect(couriers?.env).toMatchObject({ SHIPROCKET_WEBHOOK_KEY: 'sr-key', DELHIVERY_TOKEN: 'token' });
    expect(fulfilment?.env).toMatchObject({ DELHIVERY_TOKEN: 'token', DELHIVERY_API_URL: couriers?.address });
    const keys = { DELHIVERY_WEBHOOK_KEY: 'agreed', DELHIVERY_WEBHOOK_KEY_PREVIOUS: 'before' };
    const live = byName(buildContext({ DELHIVERY_TOKEN: 'live', ...keys }));
    expect(live['couriers']).toBeUndefined();
    expect(live['fulfilment']?.env).toMatchObject({ DELHIVERY_TOKEN: 'live', ...keys });
    expect(live['fulfilment']?.env['DELHIVERY_API_URL']).toBeUndefined();
    const refused = byName(buildContext({ NODE_ENV: 'production' }));
    expect([refused['couriers'], refused['fulfilment']?.env['SHIPROCKET_EMAIL']]).toEqual([undefined, undefined]);
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

  it('pass the data keys only to the user service', () => {
    const secrets = buildSecrets({ dataKeyPrevious: 'the-previous-data-key' });
    const all = processesOf(buildContext({}, { secrets }));
    for (const key of [secrets.dataKey, 'the-previous-data-key'])
      expect(all.filter(({ env }) => Object.values(env).includes(key)).map(({ name }) => name)).toEqual(['user']);
    expect(all.find(({ name }) => name === 'user')?.env).toMatchObject({
      DATA_KEY: secrets.dataKey,
      DATA_KEY_PREVIOUS: 'the-previous-data-key',
    });
  });

  it('pass the previous keys of a rotation to the gateway, which accepts them too', () => {
    const secrets = buildSecrets({ shellKeyPrevious: 'previous-shell', challengePrevious: 'previous-challenge' });
    const { gateway, shell } = byName(buildContext({}, { secrets }));
    expect(gateway?.env).toMatchObject({
      SHELL_API_KEY: secrets.shellKey,
      SHELL_API_KEY_PREVIOUS: 'previous-shell',
      CHALLENGE_SECRET: secrets.challenge,
      CHALLENGE_SECRET_PREVIOUS: 'previous-challenge',
    });
    expect(Object.values(shell?.env ?? {})).not.toContain('previous-shell');
  });

  it('pass the previous keys of a rotation to the receivers of webhooks, which accept them too', () => {
    const { couriers } = buildSecrets();
    const secrets = buildSecrets({
      couriers: { ...couriers, previous: { shiprocketKey: 'previous-sr', delhiveryKey: 'previous-dl' } },
    });
    expect(byName(buildContext({}, { secrets }))['fulfilment']?.env).toMatchObject({
      SHIPROCKET_WEBHOOK_KEY_PREVIOUS: 'previous-sr',
      DELHIVERY_WEBHOOK_KEY_PREVIOUS: 'previous-dl',
    });
    process.env['WHATSAPP_APP_SECRET_PREVIOUS'] = 'previous-app';
    try {
      const { notification, order } = byName(buildContext({ WHATSAPP_ACCESS_TOKEN: 'live' }));
      expect(notification?.env['WHATSAPP_APP_SECRET_PREVIOUS']).toBe('previous-app');
      expect(Object.values(order?.env ?? {})).not.toContain('previous-app');
    } finally {
      delete process.env['WHATSAPP_APP_SECRET_PREVIOUS'];
    }
  });

  it.each(natsUsers)(
    'have the NATS password of %s in its own process only, and the server has it in a file',
    (user) => {
      const holders = processesOf(buildContext())
        .filter(({ env }) => Object.values(env).includes(`password-of-${user}`))
        .map(({ name }) => name);
      expect(holders).toEqual(user === 'operator' ? [] : [user]);
    },
  );

  it('log in to NATS with their own user, under its other name after a rotation', () => {
    expect(byName(buildContext())['order']?.env).toMatchObject({
      NATS_USER: 'order',
      NATS_PASSWORD: 'password-of-order',
    });
    const rotated = buildContext({}, { secrets: buildSecrets({ natsSlot: 'b' }) });
    expect(byName(rotated)['order']?.env).toMatchObject({ NATS_USER: 'order_b' });
  });

  it.each(SERVICES)('let %s into its own database only, with a password of its own', (service) => {
    const context = buildContext();
    const holders = processesOf(context).filter(({ env }) =>
      Object.values(env).some((value) => value?.includes(`database-of-${service}`)),
    );
    expect(holders.map(({ name }) => name)).toEqual([service]);
    expect(byName(context)[service]?.env['MONGODB_URI']).toBe(
      `mongodb://${service}:database-of-${service}@127.0.0.1:${context.ports.database}/rangavalli_${service}?authSource=admin`,
    );
    const rotated = buildContext({}, { secrets: buildSecrets({ databaseSlot: 'b' }) });
    expect(byName(rotated)[service]?.env['MONGODB_URI']).toContain(`//${service}_b:`);
  });

  it("give the administrator's password to the database only", () => {
    const holders = processesOf(buildContext()).filter(({ env }) =>
      Object.values(env).some((value) => value?.includes('database-of-admin')),
    );
    expect(holders.map(({ name }) => name)).toEqual(['database']);
  });

  it('give the private identity key to the gateway only, and its public part to the services', () => {
    const { secrets } = buildContext();
    const { d, kid } = secrets.identity.signing;
    const holdersOf = (text: string): string[] =>
      processesOf(buildContext({}, { secrets }))
        .filter(({ env }) => Object.values(env).some((value) => value?.includes(text)))
        .map(({ name }) => name);
    expect(holdersOf(d)).toEqual(['gateway']);
    expect(holdersOf(kid).toSorted()).toEqual([...SERVICES, 'gateway'].toSorted());
  });

  it('serve probes of the edge at another port, in each of its processes', () => {
    const context = buildContext({}, { sparePorts: { gateway: [9201, 9203], [INTERNAL_PORT]: [9202, 9204] } });
    const { gateway, 'gateway-2': second, order } = byName(context);
    expect(gateway).toMatchObject({
      internalAddress: `http://127.0.0.1:${context.ports[INTERNAL_PORT]}`,
      env: { INTERNAL_PORT: String(context.ports[INTERNAL_PORT]) },
    });
    expect(second).toMatchObject({ internalAddress: 'http://127.0.0.1:9202', env: { INTERNAL_PORT: '9202' } });
    expect(order?.internalAddress).toBeUndefined();
  });

  it('are REPLICAS of each service, one idle and one spare, all of which the gateway has as upstreams', () => {
    const context = buildContext({ REPLICAS: 2 }, { sparePorts: { order: [9101, 9102, 9103], gateway: [9201, 9202] } });
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
    expect([countSparePorts('order', 2), countSparePorts('gateway', 2), countSparePorts('nats', 2)]).toEqual([3, 2, 0]);
  });

  it('share the port of the storefront with the spare gateway, and not with a second one', () => {
    const socket = { fd: 20, close: () => undefined };
    const sparePorts = { gateway: [9201, 9202], [INTERNAL_PORT]: [9301, 9302] };
    const {
      gateway,
      'gateway-2': second,
      'gateway-spare': spare,
    } = byName(buildContext({}, { edgeSocket: socket, sparePorts }));
    for (const shared of [gateway, spare])
      expect(shared).toMatchObject({ socket, address: gateway?.address, env: { LISTEN_FD: '3' } });
    expect(spare).toMatchObject({ standby: 'spare', internalAddress: 'http://127.0.0.1:9302' });
    expect(second).toMatchObject({ address: 'http://127.0.0.1:9201', internalAddress: 'http://127.0.0.1:9301' });
    expect([second?.socket, second?.env['LISTEN_FD']]).toEqual([undefined, undefined]);
  });

  it('are of the shell one and a spare one, both of which the gateway has as upstreams', () => {
    const context = buildContext({}, { sparePorts: { shell: [9401] } });
    const { gateway, shell, 'shell-spare': spare } = byName(context);
    expect(spare).toMatchObject({ standby: 'spare', address: 'http://127.0.0.1:9401', env: { PORT: '9401' } });
    expect(gateway?.env['SHELL_URL']).toBe(`${shell?.address},${spare?.address}`);
    expect(countSparePorts('shell', 2)).toBe(1);
  });

  it('run the live releases of services, gateway and shell, and the checkout’s build without them', () => {
    const releases = { order: { program: '/store/order/1.2.0/server/main.cjs', version: '1.2.0', build: 'a-hash' } };
    const { order, cart } = byName(buildContext({}, { releases, sparePorts: { order: [9101, 9102] } }));
    expect(order).toMatchObject({
      program: releases.order.program,
      build: 'a-hash',
      env: { RELEASE_VERSION: '1.2.0' },
    });
    expect(order?.args).toContain(releases.order.program);
    expect(cart?.program).toMatch(/services\/cart\/dist\/main\.cjs$/);
    expect([cart?.build, cart?.env['RELEASE_VERSION']]).toEqual([undefined, undefined]);
  });

  it('log in to an external NATS server with the credentials of its address', () => {
    const { order } = byName(buildContext({}, { nats: { kind: 'external', url: 'nats://shop:p@n:4222', why: '' } }));
    expect(order?.env).toMatchObject({ NATS_URL: 'nats://shop:p@n:4222' });
    expect(order?.env['NATS_USER']).toBeUndefined();
  });
});

describe('the memory of a process is limited as where it is deployed', () => {
  const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const processes = processesOf(buildContext());
  const find = (name: string): ProcessDefinition => processes.find((one) => one.name === name)!;

  it.each(['order', 'gateway', 'shell'])('%s: the variables of the C library are those of its image', (name) => {
    const image = read(`deploy/docker/${name === 'shell' ? 'shell' : 'service'}.Dockerfile`);
    const found = [...image.matchAll(/\b(MALLOC_\w+)=(\d+)/g)];
    const variables = Object.fromEntries(found.map(([, key, value]) => [key, value]));
    expect(Object.keys(variables)).toHaveLength(3);
    expect(find(name).env).toMatchObject(variables);
  });

  it('the flags of Node are those of the images and deployments', () => {
    const flagsOf = (text: string): string[] =>
      [...new Set(text.match(/--(?:max|no-allocation)-[\w-]+(?:=\d+)?/g))].toSorted();
    const preloaded = read('packages/build-kit/src/build/code-cache.cts');
    const started = (name: string): string[] => {
      const { env, args } = find(name);
      expect(args.slice(0, 2)).toEqual(['--require', expect.stringMatching(/\/code-cache\.cjs$/)]);
      return flagsOf([env['NODE_OPTIONS'] ?? '', preloaded, ...args].join(' '));
    };
    const image = read('deploy/docker/service.Dockerfile');
    expect(started('order')).toEqual(flagsOf(image));
    expect(started('shell')).toEqual(flagsOf(read('deploy/docker/shell.Dockerfile')));
    // A deployment's options replace those of the image, not the flags of its command.
    const command = image.slice(image.lastIndexOf('CMD'));
    for (const [name, limitedBy] of [
      ['gateway', []],
      // Half of the container's memory.
      ['catalog', ['--max-old-space-size=512']],
    ] as const) {
      const composed = String(compose.services[name]?.environment?.['NODE_OPTIONS']);
      const deployed = read(`deploy/kubernetes/slices/${name}/deployment.yaml`);
      for (const options of [composed, deployed])
        expect([name, started(name)]).toEqual([name, flagsOf([options, command, ...limitedBy].join(' '))]);
    }
  });
});
