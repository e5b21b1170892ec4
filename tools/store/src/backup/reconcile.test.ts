import { ObjectId } from 'mongodb';
import type { Entry } from './archive.js';
import { Reconciliation } from './reconcile.js';

const now = new Date('2026-01-02T00:00:00Z');
const before = new Date('2026-01-01T00:00:00Z');

/** Builds the documents of one order, as each database had them when it was read. */
function buildEntries(about: {
  phase?: string;
  status?: string;
  paid?: boolean;
  known?: boolean;
  entry?: string;
  refunds?: object[];
  paymentState?: string;
  cash?: boolean;
}): Entry[] {
  const {
    phase = 'placed',
    status = phase === 'placed' ? 'Pending' : undefined,
    cash = false,
    paid = phase === 'placed' && !cash,
    known = true,
    entry = 'sold',
    refunds = [],
    paymentState = paid ? 'captured' : 'awaiting',
  } = about;
  const _id = new ObjectId();
  const id = String(_id);
  const order = {
    _id,
    phase,
    status,
    revision: 1,
    paymentState,
    history: [],
    dueTries: 3,
    ...(paid ? { payment: { id: 'pay_1' } } : {}),
    ...(cash ? { cash: { state: 'due', duePaise: 254_900 } } : {}),
  };
  const payment = {
    _id: id,
    razorpayOrderId: 'order_1',
    state: 'captured',
    captures: [{ paymentId: 'pay_1' }],
    refunds,
    webhookEvents: ['evt'],
    outbox: [{ type: 'payment.captured' }],
    checks: 4,
  };
  const product = {
    _id: new ObjectId(),
    stock: 3,
    sizeStock: [
      { size: 'S', stock: 1 },
      { size: 'M', stock: 2 },
    ],
    holds: [{ orderId: id, size: 'S', quantity: 2, state: entry, at: before }],
  };
  const summary = { _id: id, status: 'Shipped', revision: 9 };
  return [
    ...(known ? [{ database: 'order' as const, collection: 'orders', document: order }] : []),
    { database: 'payment', collection: 'payments', document: payment },
    { database: 'catalog', collection: 'products', document: product },
    { database: 'user', collection: 'order_summaries', document: summary },
    { database: 'user', collection: 'accounts', document: { _id: new ObjectId() } },
  ];
}

async function* read(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}
const restored = async (entries: readonly Entry[], refunded: string[] = []) => {
  const reconciliation = await Reconciliation.of(read(entries), new Set(refunded), now);
  const found = entries.filter((entry) => reconciliation.apply(entry));
  const one = (collection: string) =>
    found.find((entry) => entry.collection === collection)?.document as Record<string, unknown> | undefined;
  return {
    order: one('orders'),
    payment: one('payments'),
    product: one('products'),
    summary: one('order_summaries'),
    account: one('accounts'),
  };
};

describe('reconcile', () => {
  it('does not change an order on which the databases agree', async () => {
    const { order, payment, product, summary } = await restored(buildEntries({}));
    expect(order).toMatchObject({ status: 'Pending', paymentState: 'captured', dueTries: 3 });
    expect(payment).toMatchObject({ state: 'captured', captures: [{ paymentId: 'pay_1' }] });
    expect(product).toMatchObject({ stock: 3, holds: [{ state: 'sold' }] });
    expect(summary).toMatchObject({ status: 'Pending', revision: 1 });
  });

  it('keeps the sold units of an order that is paid on delivery, and cancels it without a refund', async () => {
    const kept = await restored(buildEntries({ cash: true }));
    expect([kept.order, kept.product]).toMatchObject([{ status: 'Pending' }, { stock: 3, holds: [{ state: 'sold' }] }]);
    const { order } = await restored(buildEntries({ cash: true, entry: 'returned' }));
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'awaiting', dueAt: now });
  });

  it.each([['held'], ['sold']])(
    'leaves out the documents of an order that is not in the backup and returns its %s units to stock',
    async (entry) => {
      const { order, payment, product, summary, account } = await restored(buildEntries({ known: false, entry }));
      expect({ order, payment, summary }).toEqual({ order: undefined, payment: undefined, summary: undefined });
      expect(product).toMatchObject({
        stock: 5,
        sizeStock: [
          { size: 'S', stock: 3 },
          { size: 'M', stock: 2 },
        ],
        holds: [{ state: 'released', at: now }],
      });
      expect(account).toBeDefined();
    },
  );

  it('continues with order numbers that no order since the backup has', async () => {
    const counter = { database: 'order', collection: 'order_numbers', document: { _id: '26', last: 1_200 } } as const;
    const reconciliation = await Reconciliation.of(read([]), new Set(), now);
    const entry = structuredClone(counter) as unknown as Entry;
    expect([reconciliation.apply(entry), entry.document['last']]).toEqual([true, 101_200]);
  });

  it('leaves out a checkout that had only been opened', async () => {
    const { order, product } = await restored(buildEntries({ phase: 'opening', entry: 'held' }));
    expect(order).toBeUndefined();
    expect(product).toMatchObject({ stock: 5 });
  });

  it('resets a payment whose order is not paid, to be verified at Razorpay', async () => {
    const { order, payment, product } = await restored(buildEntries({ phase: 'checkout' }));
    expect(order).toMatchObject({ phase: 'checkout' });
    expect(payment).toMatchObject({
      state: 'created',
      captures: [],
      refunds: [],
      webhookEvents: [],
      outbox: [],
      nextCheckAt: now,
      checks: 0,
    });
    expect(product).toMatchObject({ stock: 5, holds: [{ state: 'released' }] });
  });

  it("keeps an open checkout's hold", async () => {
    expect((await restored(buildEntries({ phase: 'checkout', entry: 'held' }))).product).toMatchObject({
      stock: 3,
      holds: [{ state: 'held' }],
    });
  });

  it.each([
    ['whose units were returned', buildEntries({ entry: 'returned' }), []],
    ['refunded at Razorpay', buildEntries({}), ['pay_1']],
    [
      'whose refund was requested',
      buildEntries({ refunds: [{ paymentId: 'pay_1', state: 'done', nextAt: before }] }),
      [],
    ],
    ['that was being placed when it was refunded', buildEntries({ phase: 'paid', paid: true }), ['pay_1']],
  ])('cancels an order %s and schedules its sweep', async (_what, entries, refunded) => {
    const { order, payment, summary } = await restored(entries, refunded);
    expect(order).toMatchObject({
      phase: 'placed',
      status: 'Cancelled',
      revision: 2,
      paymentState: 'refunding',
      dueAt: now,
      dueTries: 0,
    });
    expect(summary).toMatchObject({ status: 'Cancelled', revision: 2 });
    for (const refund of (payment?.['refunds'] ?? []) as object[])
      expect(refund).toMatchObject({ state: 'requested', nextAt: now });
  });

  it('repeats the cancellation of an order whose units are still sold', async () => {
    expect((await restored(buildEntries({ status: 'Cancelled', paymentState: 'refunded' }))).order).toMatchObject({
      paymentState: 'refunding',
      dueAt: now,
    });
  });

  it('does not change a cancelled order on which the databases agree', async () => {
    const { order, payment } = await restored(
      buildEntries({
        status: 'Cancelled',
        paymentState: 'refunded',
        entry: 'returned',
        refunds: [{ paymentId: 'pay_1', state: 'done', nextAt: before }],
      }),
    );
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'refunded', revision: 1 });
    expect(payment).toMatchObject({ refunds: [{ state: 'done' }] });
  });
});
