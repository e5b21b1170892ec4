import fc from 'fast-check';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import {
  type CreditBalance,
  type CreditChange,
  emptyBalance,
  endReservation,
  expireCredit,
  grantCredit,
  type Posting,
  reservedPaise,
  reserveCredit,
  spendable,
  spendCredit,
} from './credit-balance.js';

const DAY_MS = 86_400_000;
const start = new Date('2026-11-23T06:00:00Z');
const day = (number: number): Date => new Date(start.getTime() + number * DAY_MS);
const granted = (balance: CreditBalance, paise: number, expiresAt: Date): CreditBalance =>
  grantCredit(balance, { paise, expiresAt }, { reason: 'goodwill', from: 'goodwill' }).balance;

describe('store credit', () => {
  it('spends first what expires first', () => {
    const balance = granted(granted(emptyBalance, 50_000, day(300)), 20_000, day(10));
    const change = reserveCredit(balance, 'order', 30_000, day(1));
    expect(change?.balance).toEqual({
      lots: [{ paise: 40_000, expiresAt: day(300) }],
      reservations: [
        {
          orderId: 'order',
          lots: [
            { paise: 20_000, expiresAt: day(10) },
            { paise: 10_000, expiresAt: day(300) },
          ],
        },
      ],
    });
  });

  it('does not reserve more than there is, nor what has expired', () => {
    const balance = granted(emptyBalance, 20_000, day(10));
    expect(() => reserveCredit(balance, 'order', 20_001, day(1))).toThrow('store credit has changed');
    expect(() => reserveCredit(balance, 'order', 1, day(10))).toThrow('store credit has changed');
    expect(expireCredit(balance, day(10))?.postings).toEqual([
      { from: 'customer', to: 'expired', amountPaise: 20_000 },
    ]);
  });

  it.each([
    // 4 December in India, to the last moment, and the first of 5 December.
    ['2026-12-03T18:30:00.000Z', '2026-12-11T18:30:00.000Z'],
    ['2026-12-04T18:29:59.999Z', '2026-12-11T18:30:00.000Z'],
    ['2026-12-04T18:30:00.000Z', '2026-12-12T18:30:00.000Z'],
  ])('credit that expired can be used to the end of the seventh day after its release at %s', (at, expiresAt) => {
    const balance = reserveCredit(granted(emptyBalance, 20_000, day(10)), 'order', 20_000, day(9));
    const released = endReservation(balance?.balance ?? emptyBalance, 'order', 'released', new Date(at));
    expect(released?.balance).toEqual({ lots: [{ paise: 20_000, expiresAt: new Date(expiresAt) }], reservations: [] });
  });

  it('joins lots beyond sixty to the later expiry', () => {
    let balance = emptyBalance;
    for (let number = 1; number <= 61; number += 1) balance = granted(balance, 100, day(number));
    expect(balance.lots).toHaveLength(60);
    expect(balance.lots[0]).toEqual({ paise: 200, expiresAt: day(2) });
  });

  it('balances follow from the postings in every program, and never become negative', () => {
    const step = fc.record({
      what: fc.constantFrom('grant', 'reserve', 'spend', 'paid', 'released', 'wait'),
      order: fc.constantFrom('a', 'b', 'c'),
      paise: fc.integer({ min: 1, max: 100_000 }),
      days: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (program) => {
        let balance = emptyBalance;
        let now = 0;
        const postings: Posting[] = [];
        const apply = (change: CreditChange | undefined) => {
          if (!change) return;
          ({ balance } = change);
          postings.push(...change.postings);
        };
        for (const { what, order, paise, days } of program) {
          apply(expireCredit(balance, day(now)));
          if (what === 'wait') now += days;
          else if (what === 'grant')
            apply(
              grantCredit(balance, { paise, expiresAt: day(now + days) }, { reason: 'goodwill', from: 'goodwill' }),
            );
          else if (what === 'reserve') {
            if (spendable(balance, day(now)) >= paise) apply(reserveCredit(balance, order, paise, day(now)));
            else expect(() => reserveCredit({ ...balance, reservations: [] }, order, paise, day(now))).toThrow();
          } else if (what === 'spend') {
            const canSpend = balance.reservations.some(({ orderId }) => orderId === order);
            if (canSpend || spendable(balance, day(now)) >= paise) apply(spendCredit(balance, order, paise, day(now)));
            else expect(() => spendCredit(balance, order, paise, day(now))).toThrow();
          } else apply(endReservation(balance, order, what as 'paid' | 'released', day(now)));
        }
        const posted = (account: Posting['from']): number =>
          postings.reduce(
            (sum, { from, to, amountPaise }) =>
              sum + (to === account ? amountPaise : 0) - (from === account ? amountPaise : 0),
            0,
          );
        expect(balance.lots.reduce((sum, { paise }) => sum + paise, 0)).toBe(posted('customer'));
        expect(reservedPaise(balance)).toBe(posted('reserved'));
        for (const { paise } of [...balance.lots, ...balance.reservations.flatMap(({ lots }) => lots)])
          expect(paise).toBeGreaterThan(0);
      }),
      propertyOptions(500),
    );
  });
});
