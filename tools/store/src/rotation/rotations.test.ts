import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@rangavalli/contracts/call';
import { dataPaths } from '../paths.js';
import { publicPartOf, type Secrets, secretsOf, userNameIn } from '../setup/secrets.js';
import { type Changing, type RotatedStore, rotations } from './rotations.js';

/**
 * A store in which each process has the secrets of its last start. `check` runs after every start of a process, because
 * a moment in which two processes do not understand each other is a failed request.
 */
function runningStore(
  first: Secrets,
  check: (now: Running) => void,
): { store: RotatedStore; now: () => Running; failAfter: (starts: number) => void } {
  let startsLeft = Infinity;
  const processes: Changing[] = [
    'catalog',
    'cart',
    'order',
    'payment',
    'user',
    'fulfilment',
    'notification',
    'gateway',
    'shell',
    'razorpay',
    'couriers',
  ];
  const running: Running = { saved: first, of: Object.fromEntries(processes.map((name) => [name, first])) };
  const store: RotatedStore = {
    hasLivePayments: false,
    hasLiveCouriers: false,
    hasOwnNats: false,
    overlapMs: 0,
    print: () => undefined,
    secrets: () => running.saved,
    apply: async (change, started) => {
      running.saved = { ...running.saved, ...change };
      check(running);
      for (const name of started) {
        if ((startsLeft -= 1) < 0) throw new Error(`${name} did not become ready`);
        running.of[name] = running.saved;
        check(running);
      }
    },
  };
  return { store, now: () => running, failAfter: (starts) => void (startsLeft = starts) };
}
interface Running {
  saved: Secrets;
  of: Record<string, Secrets>;
}

describe('a rotation', () => {
  let folder: string;
  let first: Secrets;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rotation-'));
    first = secretsOf(dataPaths(folder));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const servicesOf = ({ of }: Running): [string, Secrets][] =>
    Object.entries(of).filter(([name]) => services.some((service) => service === name));

  it('of the identity key: every service accepts what the gateway signs, at every moment', async () => {
    const { store, now } = runningStore(first, (running) => {
      const signing = running.of['gateway']?.identity.signing.kid;
      for (const [, { identity }] of servicesOf(running))
        expect([publicPartOf(identity.signing), ...identity.accepted].map(({ kid }) => kid)).toContain(signing);
    });
    await rotations['internal']?.begin(store);
    const { identity } = now().saved;
    expect(identity.signing.kid).not.toBe(first.identity.signing.kid);
    expect(identity.accepted).toEqual([]);
    for (const [, own] of servicesOf(now())) expect(own.identity).toEqual(identity);
  });

  it.each(['nats', 'database'] as const)('of %s: each process logs in with a user that exists', async (name) => {
    const slotOf = (secrets: Secrets) => (name === 'nats' ? secrets.natsSlot : secrets.databaseSlot);
    const previousOf = (secrets: Secrets) => (name === 'nats' ? secrets.natsPrevious : secrets.databasePrevious);
    const { store, now } = runningStore(first, (running) => {
      const { saved } = running;
      const valid = [
        `${userNameIn('order', slotOf(saved))} ${saved[name].order}`,
        ...[previousOf(saved) ?? []]
          .flat()
          .map(({ slot, passwords }) => `${userNameIn('order', slot)} ${passwords.order}`),
      ];
      const orders = running.of['order']!;
      expect(valid).toContain(`${userNameIn('order', slotOf(orders))} ${orders[name].order}`);
    });
    await rotations[name]?.begin(store);
    expect(previousOf(now().saved)).toBeUndefined();
    expect(slotOf(now().saved)).toBe('b');
    for (const user of Object.keys(first[name]) as (keyof Secrets['nats'] & keyof Secrets['database'])[])
      expect(now().saved[name][user]).not.toBe(first[name][user]);
    await rotations[name]?.begin(store);
    expect(slotOf(now().saved)).toBe('a');
  });

  it.each(['internal', 'nats', 'database'])(
    'of %s that fails at any process is completed by the next one',
    async (name) => {
      const acceptedBy = (one: Secrets): string[] =>
        [publicPartOf(one.identity.signing), ...one.identity.accepted].map(({ kid }) => kid);
      const loginsIn = (one: Secrets): string[] =>
        (['nats', 'database'] as const).flatMap((kind) => {
          const previous = kind === 'nats' ? one.natsPrevious : one.databasePrevious;
          const slot = kind === 'nats' ? one.natsSlot : one.databaseSlot;
          return [`${slot} ${one[kind].order}`, ...(previous ? [`${previous.slot} ${previous.passwords.order}`] : [])];
        });
      for (let starts = 0; starts < 14; starts += 1) {
        const { store, now, failAfter } = runningStore(first, (running) => {
          const { gateway, order, cart } = running.of as Record<'gateway' | 'order' | 'cart', Secrets>;
          for (const one of [order, cart]) expect(acceptedBy(one)).toContain(gateway.identity.signing.kid);
          const valid = loginsIn(running.saved);
          for (const one of [order, cart, gateway]) expect(valid).toContain(`${one.natsSlot} ${one.nats.order}`);
          for (const one of [order, cart]) expect(valid).toContain(`${one.databaseSlot} ${one.database.order}`);
        });
        failAfter(starts);
        const begin = () => rotations[name]!.begin(store);
        await begin().catch((error: unknown) => expect(String(error)).toContain('did not become ready'));
        failAfter(Infinity);
        await begin();
        const { natsPrevious, databasePrevious, identity } = now().saved;
        expect([natsPrevious, databasePrevious, identity.accepted]).toEqual([undefined, undefined, []]);
      }
    },
  );

  it('of the webhook secret: the payment service accepts what Razorpay signs, and the previous one until --finish', async () => {
    const { store, now } = runningStore(first, (running) => {
      const { webhookSecret, previousWebhookSecret } = running.of['payment']!.razorpay;
      expect([webhookSecret, previousWebhookSecret]).toContain(running.of['razorpay']!.razorpay.webhookSecret);
    });
    await rotations['webhook']?.begin(store);
    expect(now().of['payment']?.razorpay.previousWebhookSecret).toBe(first.razorpay.webhookSecret);
    expect(now().of['razorpay']?.razorpay.webhookSecret).not.toBe(first.razorpay.webhookSecret);
    await rotations['webhook']?.finish?.(store);
    expect(now().of['payment']?.razorpay.previousWebhookSecret).toBeUndefined();
  });

  it("of the couriers' keys: the fulfilment service accepts what they send, at every moment and after a failure", async () => {
    for (let starts = 0; starts < 4; starts += 1) {
      const { store, now, failAfter } = runningStore(first, ({ of: { fulfilment, couriers } }) => {
        for (const key of ['shiprocketKey', 'delhiveryKey'] as const)
          expect([fulfilment!.couriers[key], fulfilment!.couriers.previous?.[key]]).toContain(couriers!.couriers[key]);
      });
      failAfter(starts);
      const begin = () => rotations['couriers']!.begin(store);
      await begin().catch((error: unknown) => expect(String(error)).toContain('did not become ready'));
      failAfter(Infinity);
      await begin();
      const { fulfilment, couriers } = now().of;
      for (const key of ['shiprocketKey', 'delhiveryKey'] as const) {
        expect(fulfilment?.couriers[key]).not.toBe(first.couriers[key]);
        expect(fulfilment?.couriers[key]).toBe(couriers?.couriers[key]);
      }
      expect(fulfilment?.couriers.previous).toBeUndefined();
      expect(fulfilment?.couriers.token).toBe(first.couriers.token);
    }
  });

  it("of the shell's key: the gateway accepts what the shell sends, at every moment and after a failure", async () => {
    for (let starts = 0; starts < 5; starts += 1) {
      const { store, now, failAfter } = runningStore(first, (running) => {
        const { shellKey, shellKeyPrevious } = running.of['gateway']!;
        expect([shellKey, shellKeyPrevious]).toContain(running.of['shell']!.shellKey);
      });
      failAfter(starts);
      const begin = () => rotations['shell']!.begin(store);
      await begin().catch((error: unknown) => expect(String(error)).toContain('did not become ready'));
      failAfter(Infinity);
      await begin();
      const { gateway, shell } = now().of;
      expect(gateway?.shellKey).not.toBe(first.shellKey);
      expect([gateway?.shellKey, gateway?.shellKeyPrevious]).toEqual([shell?.shellKey, undefined]);
    }
  });

  it('of the challenge secret: the gateway accepts challenges of the previous one until --finish', async () => {
    const { store, now } = runningStore(first, () => undefined);
    await rotations['challenge']?.begin(store);
    expect(now().of['gateway']?.challenge).not.toBe(first.challenge);
    expect(now().of['gateway']?.challengePrevious).toBe(first.challenge);
    await rotations['challenge']?.finish?.(store);
    expect(now().of['gateway']?.challengePrevious).toBeUndefined();
  });

  it('of the data key: each process reads what the one before it writes, and the other way round', async () => {
    const states = [first];
    const { store, now } = runningStore(first, ({ of: { user } }) => {
      if (user && user !== states.at(-1)) states.push(user);
    });
    await rotations['data']?.begin(store);
    expect(now().saved.dataKey).not.toBe(first.dataKey);
    expect(now().saved.dataKeyPrevious).toBe(first.dataKey);
    await expect(rotations['data']?.begin(store)).rejects.toThrow('npm run rotate -- data --finish');
    await rotations['data']?.finish?.(store);
    expect(now().of['user']?.dataKeyPrevious).toBeUndefined();
    const keysOf = ({ dataKey, dataKeyPrevious }: Secrets) => [dataKey, dataKeyPrevious];
    for (const [index, one] of states.entries()) {
      const next = states[index + 1] ?? one;
      expect(keysOf(next)).toContain(one.dataKey);
      expect(keysOf(one)).toContain(next.dataKey);
    }
    // The last start with both keys encrypts what was written during the change.
    expect(states.slice(-3).map(keysOf)).toEqual([
      [now().saved.dataKey, first.dataKey],
      [now().saved.dataKey, first.dataKey],
      [now().saved.dataKey, undefined],
    ]);
  });

  it('of the token key is left to the user service, which publishes the next key first', async () => {
    const { store, now } = runningStore(first, () => undefined);
    await rotations['jwt']?.begin(store);
    const since = now().of['user']?.signingKeysSince;
    expect(Date.now() - Date.parse(since ?? '')).toBeLessThan(5_000);
  });

  it('of a live webhook secret is refused with the steps, also its end', async () => {
    const { store, now } = runningStore(first, () => undefined);
    const { begin, finish } = rotations['webhook']!;
    for (const rotate of [begin, finish!])
      await expect(rotate({ ...store, hasLivePayments: true })).rejects.toThrow('RAZORPAY_WEBHOOK_SECRET_PREVIOUS');
    expect(now().saved).toEqual(first);
  });

  it('of live webhook keys of couriers is refused with the steps', async () => {
    const { store, now } = runningStore(first, () => undefined);
    await expect(rotations['couriers']?.begin({ ...store, hasLiveCouriers: true })).rejects.toThrow(
      'SHIPROCKET_WEBHOOK_KEY_PREVIOUS',
    );
    expect(now().saved).toEqual(first);
  });

  it('of the passwords of a NATS server elsewhere is refused', async () => {
    const { store, now } = runningStore(first, () => undefined);
    await expect(rotations['nats']?.begin({ ...store, hasOwnNats: true })).rejects.toThrow('NATS_URL');
    expect(now().saved).toEqual(first);
  });
});
