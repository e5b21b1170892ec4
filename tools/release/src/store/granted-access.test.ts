import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import { natsServerConfig } from '@rangavalli/service-kit/nats/server-config';
import { contractFor, releaseOf, Scratch } from '../testing/releases.js';
import { accessWithCheckout, grantedAccess, newSubjects } from './granted-access.js';

const NOW = Date.parse('2026-03-01T00:00:00.000Z');
const before = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();
const publishing = (...publishes: NatsAccess['publishes']): NatsAccess => ({
  publishes,
  consumes: [],
  serves: [],
  requests: [],
});

describe('the NATS access that releases have', () => {
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => scratch.remove());

  const add = async (version: string, at: string, access: NatsAccess): Promise<void> => {
    const contract = { ...contractFor('order', version), nats: access };
    await scratch.store.put({ ...releaseOf('order', version), at }, contract);
  };
  const goLive = async (version: string, at: string): Promise<void> => {
    const lock = await scratch.store.lock('order');
    const now = await scratch.store.live('order');
    const change = { at, what: 'released', version, ...(now && { from: now.live }) } as const;
    await scratch.store.flip(lock, { live: version, history: [...(now?.history ?? []), change] });
    await lock.free();
  };
  const granted = async (...others: string[]) => {
    const versions = others.map((version) => ({ slice: 'order', version }));
    return (await grantedAccess(scratch.store, versions, NOW)).order?.flatMap(({ publishes }) => publishes).toSorted();
  };

  test('is that of the checkout while there is no release', async () => {
    expect(await grantedAccess(scratch.store, [], NOW)).toEqual(
      Object.fromEntries(Object.entries(natsAccess).map(([name, access]) => [name, [access]])),
    );
  });

  test('is that of the live release, of the one before, and of those replaced in the rollback window', async () => {
    await add('1.0.0', before(90), publishing('order.placed'));
    await add('1.1.0', before(60), publishing('order.expired'));
    await add('1.2.0', before(40), publishing('order.cancelled'));
    await add('1.3.0', before(1), publishing('order.unfulfillable'));
    await goLive('1.0.0', before(90));
    await goLive('1.1.0', before(60));
    expect(await granted()).toEqual(['order.expired', 'order.placed']);
    await goLive('1.2.0', before(40));
    expect(await granted()).toEqual(['order.cancelled', 'order.expired']);
    await goLive('1.3.0', before(1));
    expect(await granted()).toEqual(['order.cancelled', 'order.unfulfillable']);
    await goLive('1.1.0', before(0));
    expect(await granted()).toEqual(['order.cancelled', 'order.expired', 'order.unfulfillable']);
  });

  test('is also that of a release that will run or runs, however old it is', async () => {
    await add('1.0.0', before(90), publishing('order.placed'));
    await add('1.1.0', before(60), publishing('order.expired'));
    await add('1.2.0', before(40), publishing('order.cancelled'));
    await goLive('1.0.0', before(90));
    await goLive('1.1.0', before(60));
    await goLive('1.2.0', before(40));
    expect(await granted()).toEqual(['order.cancelled', 'order.expired']);
    expect(await granted('1.0.0')).toEqual(['order.cancelled', 'order.expired', 'order.placed']);
    expect(await granted('0.9.0')).toEqual(['order.cancelled', 'order.expired']);
  });

  test('is not that of a release that never went live, once it does not run any more', async () => {
    await add('1.0.0', before(2), publishing('order.placed'));
    await goLive('1.0.0', before(2));
    await add('1.1.0', before(0), publishing('order.expired'));
    expect(await granted('1.1.0')).toEqual(['order.expired', 'order.placed']);
    expect(await granted()).toEqual(['order.placed']);
  });

  test('keeps a subject that this checkout has removed for 30 days after its release was replaced, in the servers’ configuration', async () => {
    const configured = async (now: number) => natsServerConfig(undefined, await accessWithCheckout(scratch.store, now));
    // Of user, not of order.
    await add('1.0.0', before(40), publishing('user.registered'));
    await goLive('1.0.0', before(40));
    for (const version of ['1.1.0', '1.2.0']) {
      await add(version, before(0), publishing('order.placed'));
      await goLive(version, before(0));
    }
    const ofOrder = (config: string): string => config.split('user: order\n')[1]?.split('user: ')[0] ?? '';
    const after = (days: number) => configured(NOW + days * 86_400_000);
    expect(ofOrder(await after(29.9))).toContain('"user.registered"');
    const later = ofOrder(await after(30.1));
    expect(later).not.toContain('"user.registered"');
    for (const subject of natsAccess.order.publishes) expect(later).toContain(JSON.stringify(subject));
  });

  test('lacks what only a new release needs', async () => {
    await add('1.0.0', before(90), publishing('order.placed'));
    await goLive('1.0.0', before(90));
    const needed = (nats: NatsAccess) => ({ ...contractFor('order', '1.1.0'), nats });
    const kept = await grantedAccess(scratch.store, [], NOW);
    expect(newSubjects(needed(publishing('order.placed')), kept)).toEqual([]);
    const more: NatsAccess = {
      publishes: ['order.placed', 'order.cancelled'],
      consumes: ['user.deleted'],
      serves: ['rpc.order.states.get'],
      requests: ['rpc.cart.lines.get'],
    };
    expect(newSubjects(needed(more), kept)).toEqual([
      'publish order.cancelled',
      'consume user.deleted',
      'serve rpc.order.states.get',
      'request rpc.cart.lines.get',
    ]);
  });
});
