import { addNetworkHold, type HoldPlan, isRefusal, planHold, WINDOW_MS } from './hold-plan.js';

const limits = { ttlMs: 900_000, minLeftMs: 60_000, maxRenewals: 3 };
const start = new Date('2026-11-22T09:00:00.000Z');
const after = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);

/** Plans holds at the given minutes, each one taken; returns minutes of expiry, or what was refused. */
function holdAt(...minutes: number[]): (number | string)[] {
  let account: HoldPlan['account'] | null = null;
  return minutes.map((minute) => {
    const plan = planHold(account, limits, after(minute));
    if (isRefusal(plan)) return `refused until ${(plan.retryAt.getTime() - start.getTime()) / 60_000}`;
    ({ account } = plan);
    return (plan.expiresAt.getTime() - start.getTime()) / 60_000;
  });
}

describe('the plan of a hold', () => {
  it('ends renewals with the first hold, and allows three of them', () => {
    expect(holdAt(0, 1, 5, 13, 13.5)).toEqual([15, 15, 15, 15, 'refused until 15']);
  });

  it('begins a new period when the last one is over, at most four times in four hours', () => {
    expect(holdAt(0, 15, 30, 45, 60, 239, 240)).toEqual([
      15,
      30,
      45,
      60,
      'refused until 240',
      'refused until 240',
      255,
    ]);
    expect(WINDOW_MS).toBe(240 * 60_000);
  });

  it('begins a new period instead of a hold that nobody can pay in time', () => {
    expect(holdAt(0, 14.5)).toEqual([15, 29.5]);
  });

  it('lets one account hold the same units for an hour of four at most, however often it tries', () => {
    const tries = Array.from({ length: 480 }, (_none, index) => index / 2);
    const held = new Set<number>();
    holdAt(...tries).forEach((end, index) => {
      if (typeof end === 'number')
        for (let minute = tries[index] ?? 0; minute < end; minute += 0.5) if (minute < 240) held.add(minute);
    });
    expect(held.size / 2).toBeLessThanOrEqual(60);
  });
});

describe('the holds of a network', () => {
  const network = { maxUnits: 24, maxRenewals: 12, ttlMs: 900_000 };
  const request = (userId: string, units: number, isRenewal = false) => ({
    userId,
    orderId: `order of ${userId}`,
    units,
    until: after(15),
    isRenewal,
  });

  it('share the units of four accounts', () => {
    let current: Parameters<typeof addNetworkHold>[0] = null;
    for (const userId of ['a', 'b', 'c', 'd']) {
      const next = addNetworkHold(current, request(userId, 6), network, start);
      if (isRefusal(next)) throw new Error('refused');
      current = next;
    }
    expect(addNetworkHold(current, request('e', 1), network, start)).toEqual({
      limit: 'network',
      retryAt: after(15),
    });
    // The same account replaces its own hold, and expired holds do not count.
    expect(addNetworkHold(current, request('d', 6), network, start)).toMatchObject({ holds: { length: 4 } });
    expect(addNetworkHold(current, request('e', 6), network, after(16))).toMatchObject({ holds: { length: 1 } });
  });

  it('share twelve renewals while one hold lasts', () => {
    const current = { holds: [], renewals: 12, renewalsUntil: after(5) };
    expect(addNetworkHold(current, request('a', 1, true), network, start)).toEqual({
      limit: 'network',
      retryAt: after(5),
    });
    expect(addNetworkHold(current, request('a', 1), network, start)).toMatchObject({ renewals: 12 });
    expect(addNetworkHold(current, request('a', 1, true), network, after(6))).toMatchObject({ renewals: 1 });
  });
});
