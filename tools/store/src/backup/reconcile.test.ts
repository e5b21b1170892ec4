import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ObjectId } from 'mongodb';
import type { Entry } from './archive.js';
import { RazorpayClient, type RazorpayRefund } from './razorpay-client.js';
import { Reconciliation } from './reconcile.js';

const now = new Date('2026-01-02T00:00:00Z');
const before = new Date('2026-01-01T00:00:00Z');
/** When the backup read the products. */
const readAt = new Date('2026-01-01T00:10:00Z');
const after = new Date('2026-01-01T00:11:00Z');
const productId = new ObjectId();

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
  returns?: object[];
  /** Of another hold than the order's. */
  otherHold?: object;
  /** The entry of the order is in the archive, too, or only there. */
  archived?: { state: string; at: Date; isInProduct?: boolean; wasMoved?: boolean };
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
    returns,
    otherHold,
    archived,
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
    ...(returns ? { returns } : {}),
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
  const hold = { holdId: `${id}:1`, orderId: id, size: 'S', quantity: 2, state: entry, at: before };
  const isInProduct = archived?.isInProduct ?? !archived;
  const product = {
    _id: productId,
    stock: 3,
    sizeStock: [
      { size: 'S', stock: 1 },
      { size: 'M', stock: 2 },
    ],
    holds: [...(isInProduct ? [hold] : []), ...(otherHold ? [{ ...hold, ...otherHold }] : [])],
    ...(archived && archived.wasMoved !== false ? { archivedUpTo: `${id}:1` } : {}),
  };
  const archivedEntry = {
    ...hold,
    _id: `${String(productId)}/${id}:1:S`,
    productId: String(productId),
    state: archived?.state,
    at: archived?.at,
  };
  const summary = { _id: id, status: 'Shipped', revision: 9 };
  return [
    ...(known ? [{ database: 'order' as const, collection: 'orders', document: order }] : []),
    { database: 'payment', collection: 'payments', document: payment },
    { database: 'catalog', collection: 'products', document: product, readAt },
    ...(archived ? [{ database: 'catalog' as const, collection: 'stock_entries', document: archivedEntry }] : []),
    { database: 'fulfilment', collection: 'dispatch_orders', document: { _id: id, version: 1, isToShip: true } },
    { database: 'user', collection: 'order_summaries', document: summary },
    { database: 'user', collection: 'accounts', document: { _id: new ObjectId() } },
  ];
}

async function* read(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}
async function reconcile(reconciliation: Reconciliation, entries: readonly Entry[]): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of reconciliation.reconcile(read(entries))) found.push(entry);
  return found;
}
const refundOf = (receipt: string, status = 'processed'): RazorpayRefund => ({ payment_id: 'pay_1', receipt, status });
const restored = async (entries: readonly Entry[], refunds: RazorpayRefund[] = []) => {
  const refunded = new Map(refunds.length > 0 ? [['pay_1', refunds]] : []);
  const reconciliation = await Reconciliation.of(read(entries), refunded, now);
  const found = await reconcile(reconciliation, entries);
  const one = (collection: string) =>
    found.find((entry) => entry.collection === collection)?.document as Record<string, unknown> | undefined;
  return {
    found,
    changes: reconciliation.changes,
    order: one('orders'),
    payment: one('payments'),
    product: one('products'),
    archived: one('stock_entries'),
    dispatch: one('dispatch_orders'),
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
    expect([kept.order, kept.product, kept.dispatch]).toMatchObject([
      { status: 'Pending', cash: { state: 'due' } },
      { stock: 3, holds: [{ state: 'sold' }] },
      { isToShip: true },
    ]);
    const { order, dispatch } = await restored(buildEntries({ cash: true, entry: 'returned' }));
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'awaiting', dueAt: now, cash: { state: 'void' } });
    expect(dispatch).toBeUndefined();
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
    const reconciliation = await Reconciliation.of(read([]), new Map(), now);
    const restoredCounters = await reconcile(reconciliation, [structuredClone(counter)]);
    expect(restoredCounters.map(({ document }) => document['last'])).toEqual([101_200]);
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
    ['refunded at Razorpay', buildEntries({}), [refundOf('refund-pay_1')]],
    [
      'whose refund was requested',
      buildEntries({ refunds: [{ paymentId: 'pay_1', state: 'done', nextAt: before }] }),
      [],
    ],
    [
      'that was being placed when it was refunded',
      buildEntries({ phase: 'paid', paid: true }),
      [refundOf('refund-pay_1')],
    ],
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

  it.each([
    ['Delivered', [{ id: 'r1', state: 'completed' }]],
    ['Processing', [{ id: 'r1', state: 'cancelled' }]],
  ])('does not cancel a %s order of which an item came back to stock', async (status, returns) => {
    const otherHold = { holdId: 'r1:1', quantity: 1, state: 'returned' };
    const { order, product } = await restored(buildEntries({ status, returns, otherHold }));
    expect(order).toMatchObject({ status, paymentState: 'captured', revision: 1, dueTries: 3 });
    expect(product).toMatchObject({ stock: 3, holds: [{ state: 'sold' }, { state: 'returned' }] });
  });

  it('does not repeat the cancellation of an order whose items were cancelled one by one', async () => {
    const returns = [{ state: 'cancelled' }, { state: 'cancelled' }];
    const { order } = await restored(buildEntries({ status: 'Cancelled', paymentState: 'refunded', returns }));
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'refunded', dueTries: 3 });
    expect(order).not.toHaveProperty('dueAt');
  });

  it('does not refund again what was refunded item by item, and keeps an order of which goods came back', async () => {
    const cancelled = await restored(buildEntries({ returns: [{ state: 'cancelled' }] }), [refundOf('refund-pay_1')]);
    expect(cancelled.order).toMatchObject({ status: 'Cancelled', paymentState: 'refunded', revision: 2 });
    expect(cancelled.order).not.toHaveProperty('dueAt');
    const kept = await restored(buildEntries({ status: 'Delivered', returns: [{ state: 'completed' }] }), [
      refundOf('refund-pay_1'),
    ]);
    expect(kept.order).toMatchObject({ status: 'Delivered', paymentState: 'captured', revision: 1 });
  });

  it.each([
    ['one return', [refundOf('return-r1')]],
    ['two cancelled items', [refundOf('return-r1'), refundOf('return-r2')]],
    ['a return whose first refund failed', [refundOf('refund-pay_1', 'failed'), refundOf('return-r1')]],
  ])('cancels an order that was refunded in full by %s, without another refund', async (_what, refunds) => {
    const { order, product, summary, dispatch } = await restored(buildEntries({ status: 'Processing' }), refunds);
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'refunded', revision: 2, dueTries: 3 });
    expect(dispatch).toBeUndefined();
    expect(order).not.toHaveProperty('dueAt');
    expect(product).toMatchObject({ stock: 3, holds: [{ state: 'sold' }] });
    expect(summary).toMatchObject({ status: 'Cancelled', revision: 2 });
  });

  it('keeps an order whose refund a second person has rejected', async () => {
    const refunds = [{ paymentId: 'pay_1', state: 'rejected', nextAt: before }];
    const { order } = await restored(buildEntries({ refunds }));
    expect(order).toMatchObject({ paymentState: 'captured', revision: 1 });
    expect(order).not.toHaveProperty('dueAt');
  });

  it('requests the refund of an order again whose refund for a return failed at the bank', async () => {
    const refunds = [refundOf('return-r1', 'failed'), refundOf('refund-pay_1')];
    expect((await restored(buildEntries({}), refunds)).order).toMatchObject({ paymentState: 'refunding', dueAt: now });
  });

  it('reads all refunds of the payments that Razorpay has refunded in full since the backup', async () => {
    const refunds = [refundOf('return-r1'), refundOf('return-r2')];
    const partial = { payment_id: 'pay_2', receipt: 'return-r3', status: 'processed' };
    const replies: Record<string, object> = {
      [`/v1/refunds?from=${before.getTime() / 1_000}&count=100&skip=0`]: { items: [refunds[1], partial] },
      '/v1/payments/pay_1': { id: 'pay_1', status: 'refunded', amount: 254_900 },
      '/v1/payments/pay_2': { id: 'pay_2', status: 'captured', amount: 254_900 },
      '/v1/payments/pay_1/refunds?count=100&skip=0': { items: refunds },
    };
    const server = createServer(({ url = '' }, response) => {
      response.writeHead(replies[url] ? 200 : 400).end(JSON.stringify(replies[url]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const razorpay = new RazorpayClient({ url, keyId: 'rzp_test_1', keySecret: 'secret' });
      expect(await razorpay.findRefunded(before)).toEqual(new Map([['pay_1', refunds]]));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('keeps the units of an order that was paid with store credit, and cancels it without a refund', async () => {
    const paidWithCredit = { paid: false, paymentState: 'captured' };
    const kept = await restored(buildEntries(paidWithCredit));
    expect([kept.order, kept.product]).toMatchObject([{ status: 'Pending' }, { stock: 3, holds: [{ state: 'sold' }] }]);
    const { order } = await restored(buildEntries({ ...paidWithCredit, entry: 'returned' }));
    expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'refunded', dueAt: now });
  });

  it('cancels an order that was being placed without a payment when its units were returned', async () => {
    const { order } = await restored(buildEntries({ phase: 'confirmed', entry: 'returned' }));
    expect(order).toMatchObject({ phase: 'placed', status: 'Cancelled', paymentState: 'awaiting', dueAt: now });
  });

  describe('with an archive of stock entries', () => {
    it.each([
      ['is not in the backup', { known: false }],
      ['is not paid', { phase: 'checkout' }],
    ])('returns the units of an archived sale whose order %s', async (_what, about) => {
      const { product, archived, changes } = await restored(
        buildEntries({ ...about, archived: { state: 'sold', at: before } }),
      );
      expect(product).toMatchObject({
        stock: 5,
        sizeStock: [
          { size: 'S', stock: 3 },
          { size: 'M', stock: 2 },
        ],
      });
      expect(archived).toMatchObject({ state: 'released', at: now });
      expect(changes['units returned to stock']).toBe(2);
    });

    it('leaves out what happened after the products were read', async () => {
      const archived = { state: 'sold', at: after, wasMoved: false };
      const later = await restored(buildEntries({ known: false, archived }));
      expect([later.product, later.archived]).toMatchObject([{ stock: 3 }, undefined]);
    });

    it('returns the units of a sale once that the products have as well', async () => {
      const archived = { state: 'sold', at: before, isInProduct: true };
      const both = await restored(buildEntries({ known: false, archived }));
      expect(both.product).toMatchObject({ stock: 5, holds: [{ state: 'released' }] });
      expect(both.archived).toBeUndefined();
      expect(both.changes['units returned to stock']).toBe(2);
    });

    it('cancels an order whose returned units are in the archive', async () => {
      const archived = { state: 'returned', at: before };
      const { order, product } = await restored(buildEntries({ cash: true, archived }));
      expect(order).toMatchObject({ status: 'Cancelled', paymentState: 'awaiting', dueAt: now });
      expect(product).toMatchObject({ stock: 3 });
    });

    it('undoes a return that the stock of the products does not have', async () => {
      const archived = { state: 'returned', at: after };
      const kept = await restored(buildEntries({ cash: true, archived }));
      expect([kept.order, kept.product, kept.archived]).toMatchObject([
        { status: 'Pending' },
        { stock: 3 },
        { state: 'sold' },
      ]);
      const unknown = await restored(buildEntries({ known: false, archived }));
      expect([unknown.product, unknown.archived]).toMatchObject([{ stock: 5 }, { state: 'released' }]);
    });

    it('repeats the cancellation of an order whose archived units are still sold', async () => {
      const archived = { state: 'sold', at: before };
      const { order } = await restored(buildEntries({ status: 'Cancelled', paymentState: 'refunded', archived }));
      expect(order).toMatchObject({ paymentState: 'refunding', dueAt: now });
    });

    it('counts what happened after the products were read for backups without that moment', async () => {
      const entries = buildEntries({ known: false, archived: { state: 'sold', at: after } });
      const withoutMoment = entries.map(({ readAt: _readAt, ...entry }) => entry);
      expect((await restored(withoutMoment)).product).toMatchObject({ stock: 5 });
      const taken = buildEntries({ known: false, archived: { state: 'sold', at: after, wasMoved: false } });
      const { product, archived } = await restored(taken.map(({ readAt: _readAt, ...entry }) => entry));
      expect([product, archived]).toMatchObject([{ stock: 3 }, { state: 'released' }]);
    });
  });

  const KNOWN = '00000000000000000000000a';
  const UNKNOWN = '00000000000000000000000b';
  const knownOrder: Entry = {
    database: 'order',
    collection: 'orders',
    document: { _id: new ObjectId(KNOWN), phase: 'placed', status: 'Pending', revision: 1, paymentState: 'captured' },
  };
  const documentsOf = (orderId: string): Entry[] => [
    { database: 'payment', collection: 'return_refunds', document: { _id: `return-${orderId}`, orderId } },
    { database: 'fulfilment', collection: 'dispatch_orders', document: { _id: orderId } },
    { database: 'fulfilment', collection: 'order_shipments', document: { _id: orderId } },
    { database: 'fulfilment', collection: 'return_parcels', document: { _id: `r-${orderId}`, orderId } },
    { database: 'notification', collection: 'delay_watches', document: { _id: orderId } },
  ];

  it('leaves out parcels, watches and partial refunds of orders that are not in the backup', async () => {
    const { found } = await restored([knownOrder, ...documentsOf(KNOWN), ...documentsOf(UNKNOWN)]);
    expect(found).toEqual([knownOrder, ...documentsOf(KNOWN)]);
  });

  it('keeps and counts tax documents of orders that are not in the backup', async () => {
    const documents = [KNOWN, UNKNOWN].map((orderId): Entry => ({
      database: 'order',
      collection: 'tax_documents',
      document: { _id: orderId, orderId },
    }));
    const { found, changes } = await restored([knownOrder, ...documents]);
    expect(found).toEqual([knownOrder, ...documents]);
    expect(changes['tax documents without their order']).toBe(1);
  });

  describe('store credit', () => {
    const expiresAt = new Date('2026-05-01T00:00:00Z');
    const creditEntry = (sequence: number, about: object): Entry => ({
      database: 'payment',
      collection: 'credit_entries',
      document: {
        _id: `u1:0000000${sequence}`,
        userId: 'u1',
        sequence,
        balance: { lots: [{ paise: 30_000, expiresAt }], reservations: [] },
        ...about,
      },
    });
    const reserved = creditEntry(1, {
      reason: 'order_reserved',
      orderId: UNKNOWN,
      postings: [{ from: 'customer', to: 'reserved', amountPaise: 20_000 }],
      balance: {
        lots: [{ paise: 30_000, expiresAt }],
        reservations: [{ orderId: UNKNOWN, lots: [{ paise: 20_000, expiresAt }] }],
      },
    });
    const paid = creditEntry(2, {
      reason: 'order_paid',
      orderId: UNKNOWN,
      postings: [{ from: 'reserved', to: 'sales', amountPaise: 20_000 }],
    });
    const added = async (...entries: Entry[]) =>
      (await restored([knownOrder, ...entries])).found.slice(entries.length + 1);

    it('returns unchanged when an order that is not in the backup has reserved it', async () => {
      const [entry, ...others] = await added(reserved);
      expect(others).toEqual([]);
      expect(entry?.document).toEqual({
        _id: 'u1:00000002',
        userId: 'u1',
        sequence: 2,
        key: 'order_released:2',
        at: now,
        reason: 'order_released',
        postings: [{ from: 'reserved', to: 'customer', amountPaise: 20_000 }],
        balance: {
          lots: [
            { paise: 30_000, expiresAt },
            { paise: 20_000, expiresAt },
          ],
          reservations: [],
        },
        orderId: UNKNOWN,
        outbox: [],
      });
    });

    it('returns for twelve months when such an order has spent it, after the newest entry of the customer', async () => {
      const lots = [{ paise: 45_000, expiresAt }];
      const granted = creditEntry(3, { reason: 'goodwill', postings: [], balance: { lots, reservations: [] } });
      const [entry, ...others] = await added(reserved, paid, granted);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ database: 'payment', collection: 'credit_entries' });
      expect(entry?.document).toEqual({
        _id: 'u1:00000004',
        userId: 'u1',
        sequence: 4,
        key: `cancelled:${UNKNOWN}`,
        at: now,
        reason: 'order_cancelled',
        postings: [{ from: 'refunds', to: 'customer', amountPaise: 20_000 }],
        balance: {
          lots: [...lots, { paise: 20_000, expiresAt: new Date('2027-01-02T00:00:00Z') }],
          reservations: [],
        },
        orderId: UNKNOWN,
        outbox: [],
      });
    });

    it.each(['checkout', 'expired'])(
      'returns when the backup has an order that it paid as a checkout (%s), which is left out',
      async (phase) => {
        const checkout = { ...knownOrder, document: { ...knownOrder.document, phase, paymentState: 'awaiting' } };
        const ofCheckout = [reserved, paid].map((entry) => ({
          ...entry,
          document: { ...entry.document, orderId: KNOWN },
        }));
        const { found } = await restored([checkout, ...ofCheckout, ...documentsOf(KNOWN)]);
        expect(found).toEqual([...ofCheckout, expect.objectContaining({ collection: 'credit_entries' })]);
        expect(found.at(-1)?.document).toMatchObject({
          reason: 'order_cancelled',
          key: `cancelled:${KNOWN}`,
          postings: [{ from: 'refunds', to: 'customer', amountPaise: 20_000 }],
        });
        // Its payment is verified at Razorpay, and places it again.
        const paidOnline = { ...checkout, document: { ...checkout.document, razorpayOrderId: 'order_1' } };
        expect((await restored([paidOnline, ...ofCheckout])).found).toEqual([paidOnline, ...ofCheckout]);
      },
    );

    it('does not change when it has returned already, or belongs to an order of the backup', async () => {
      const returned = creditEntry(3, {
        reason: 'order_cancelled',
        orderId: UNKNOWN,
        postings: [{ from: 'refunds', to: 'customer', amountPaise: 20_000 }],
      });
      expect(await added(reserved, paid, returned)).toEqual([]);
      const ofKnown = creditEntry(1, { ...paid.document, _id: 'u1:00000001', sequence: 1, orderId: KNOWN });
      expect(await added(ofKnown)).toEqual([]);
    });
  });
});
