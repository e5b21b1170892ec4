import { randomUUID } from 'node:crypto';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import type { OrderRecord } from '../store/order.schema.js';
import { openPhases, type Phase } from '../store/order-state.js';
import { billing } from '../testing/order-fixture.js';
import { ShopProcesses } from '../testing/shop-processes.js';

/** `dearer`: an exchange for another product, of which the customer pays the difference by a link. */
const outcomes = ['refund', 'credit', 'exchange', 'dearer'] as const;
const crashing = ['order', 'payment', 'catalog'] as const;

/** One step of the life of a customer's first order. `line`: of two. */
type Step =
  | { do: 'cancel'; line: number; units: number; by: 'customer' | 'owner' }
  | { do: 'deliver' }
  | { do: 'return'; line: number; units: number; outcome: (typeof outcomes)[number] }
  | { do: 'decide'; accepted: number; restock: boolean; times: number }
  | { do: 'end difference'; how: 'paid' | 'expired' }
  | { do: 'crash'; slice: (typeof crashing)[number] }
  | { do: 'drop refund' };

const line = fc.nat(1);
const units = fc.integer({ min: 1, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      line,
      units,
      by: fc.constantFrom('customer' as const, 'owner' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('return' as const), line, units, outcome: fc.constantFrom(...outcomes) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      accepted: fc.nat(2),
      restock: fc.boolean(),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end difference' as const),
      how: fc.constantFrom('paid' as const, 'expired' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), slice: fc.constantFrom(...crashing) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop refund' as const) }) },
);
/** Groups of steps; the steps of a group run concurrently. */
const program = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 6, maxLength: 12 });

/** Each kind of step at least once, with a crash between a decision and its events. */
const everyStep: [Step[][]] = [
  [
    [{ do: 'cancel', line: 1, units: 1, by: 'customer' }],
    [{ do: 'deliver' }],
    [{ do: 'return', line: 0, units: 1, outcome: 'exchange' }],
    [
      { do: 'decide', accepted: 1, restock: true, times: 3 },
      { do: 'crash', slice: 'payment' },
    ],
    [{ do: 'return', line: 1, units: 1, outcome: 'refund' }],
    [{ do: 'drop refund' }],
    [
      { do: 'decide', accepted: 1, restock: false, times: 2 },
      { do: 'crash', slice: 'order' },
    ],
    [{ do: 'return', line: 0, units: 1, outcome: 'dearer' }],
    [
      { do: 'decide', accepted: 1, restock: true, times: 2 },
      { do: 'crash', slice: 'order' },
    ],
    [
      { do: 'end difference', how: 'paid' },
      { do: 'crash', slice: 'payment' },
    ],
    [{ do: 'return', line: 1, units: 1, outcome: 'dearer' }],
    [
      { do: 'decide', accepted: 1, restock: true, times: 1 },
      { do: 'crash', slice: 'catalog' },
    ],
    [{ do: 'end difference', how: 'expired' }],
  ],
];

describe('money and stock of goods that are cancelled, returned and exchanged', () => {
  let shop: ShopProcesses;
  const seen: Record<string, number> = {};
  beforeAll(async () => {
    shop = await ShopProcesses.start();
  }, 60_000);
  afterAll(() => shop.stop());

  async function place(as: Identity, products: readonly Product[]): Promise<string> {
    for (const [at, { _id: productId }] of products.entries())
      await shop.call('cart', 'POST /cart/add', { body: { productId, size: '', quantity: at + 2 } }, as);
    // 2 × 1,999.99 + 3 × 333.33 rupees.
    const started = await shop.call(
      'order',
      'POST /payments/create-order',
      { body: { amount: 4_999.97, billing } },
      as,
    );
    const payment = await shop.razorpay.pay((started.body['order'] as { id: string }).id);
    const verified = await shop.call('order', 'POST /payments/verify', { body: { ...payment } }, as);
    expect([verified.status, verified.body['code']]).toEqual([200, undefined]);
    return started.body['orderId'] as string;
  }

  /** Waits for the links of differences to be paid, and pays them or lets them expire. */
  async function endDifferences(how: 'paid' | 'expired', as: Identity): Promise<void> {
    const ended: string[] = [];
    await eventually(async () => {
      const open = (await ordersOf(shop, as)).filter(({ phase }) => openPhases.includes(phase));
      for (const { _id, paymentLink } of open) {
        if (ended.includes(String(_id))) continue;
        const { links } = (await shop.razorpay.state()) as unknown as { links: { id: string; short_url: string }[] };
        const link = links.find(({ short_url }) => short_url === paymentLink?.url);
        if (how === 'paid' && !link) throw new Error('the difference has no link yet');
        const payment = { payment_link_id: link?.id, method: 'upi', webhook: 'twice' };
        await (how === 'paid' ? shop.razorpay.simulate('/simulate/pay', payment) : shop.expire(String(_id)));
        ended.push(String(_id));
        seen[how] = (seen[how] ?? 0) + 1;
      }
    }, 30_000);
  }

  async function run(one: Step, as: Identity, [orderId, dearer]: readonly [string, string]): Promise<void> {
    const count = ({ status }: { status: number }): void => {
      if (status >= 500) expect(status).toBe(503);
      if (status === 200) seen[one.do] = (seen[one.do] ?? 0) + 1;
    };
    switch (one.do) {
      case 'cancel': {
        const body = { requestId: randomUUID(), lines: [{ lineId: String(one.line + 1), quantity: one.units }] };
        const request = { params: { orderId }, body };
        // The same request twice.
        for (const _repeated of [1, 2])
          count(
            await shop.call(
              'order',
              'POST /orders/{orderId}/lines/cancel',
              request,
              ...(one.by === 'customer' ? [as] : []),
            ),
          );
        return;
      }
      case 'deliver': {
        const { status } = await orderOf(shop, orderId);
        if (status === 'Cancelled') return;
        return count(
          await shop.call('order', 'PUT /orders/admin/{orderId}', {
            params: { orderId },
            body: { status: 'Delivered' },
          }),
        );
      }
      case 'return': {
        const { outcome, units: quantity } = one;
        const other = outcome === 'dearer' ? { productId: dearer } : {};
        const wanted =
          outcome === 'exchange' || outcome === 'dearer'
            ? { outcome: 'exchange' as const, exchangeFor: { ...other, size: '' } }
            : { outcome };
        const lines = [{ lineId: String(one.line + 1), quantity, reason: 'size', ...wanted }];
        return count(await shop.call('order', 'POST /returns', { body: { orderId, lines } }, as));
      }
      case 'decide': {
        const open = (await orderOf(shop, orderId)).returns?.find(({ state }) => state === 'requested');
        if (!open) return;
        const [returned] = open.lines;
        if (!returned) return;
        const accepted = Math.min(returned.quantity, one.accepted);
        const body = { lines: [{ lineId: returned.lineId, accepted, restock: one.restock }] };
        const request = { params: { id: open.id }, body };
        for (const result of await Promise.all(
          Array.from({ length: one.times }, () => shop.call('order', 'POST /returns/{id}/decision', request)),
        ))
          count(result);
        return;
      }
      case 'end difference':
        return endDifferences(one.how, as);
      case 'crash':
        return shop.crash(one.slice);
      case 'drop refund':
        return void (await shop.razorpay.faults({ path: '/refund', method: 'POST', drop: 'after', times: 1 }));
    }
  }

  it('add up after any program with crashes: nothing is refunded, restocked or credited twice or never', async () => {
    await fc.assert(
      fc.asyncProperty(program, async (groups) => {
        const as = shop.buildCustomer();
        const products = [
          await shop.createProduct({ stock: 6, price: 1_999.99 }),
          await shop.createProduct({ stock: 6, price: 333.33 }),
          await shop.createProduct({ stock: 6, price: 4_499.5 }),
        ] as const;
        const [, , dearer] = products;
        const orderId = await place(as, products.slice(0, 2));
        for (const group of groups) await Promise.all(group.map((one) => run(one, as, [orderId, dearer._id])));
        await shop.razorpay.faults();
        await eventually(async () => {
          await endDifferences('expired', as);
          await audit(shop, as, products);
        }, 60_000);
      }),
      { ...propertyOptions(3), examples: [everyStep], endOnFailure: true },
    );
    for (const what of ['cancel', 'deliver', 'return', 'decide', 'paid', 'expired'])
      expect([what, seen[what]! > 0]).toEqual([what, true]);
  }, 600_000);
});

const ordersOf = async (shop: ShopProcesses, { id: userId }: Identity): Promise<OrderRecord[]> =>
  (await shop.slices.order.database.collection('orders').find({ userId }).toArray()) as unknown as OrderRecord[];

async function orderOf(shop: ShopProcesses, orderId: string): Promise<OrderRecord> {
  const orders = (await shop.slices.order.database.collection('orders').find().toArray()) as unknown as OrderRecord[];
  return orders.find(({ _id }) => String(_id) === orderId) as OrderRecord;
}

const endOfExchanges: readonly Phase[] = ['placed', 'expired', 'refunded'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Fails until all events have been processed. Paise. */
async function audit(shop: ShopProcesses, as: Identity, products: readonly Product[]): Promise<void> {
  const database = shop.slices.order.database;
  const all = await ordersOf(shop, as);
  const documents = (await database.collection('tax_documents').find().toArray()) as unknown as {
    kind: string;
    orderId: string;
    document: TaxDocument;
  }[];
  // A difference that was not paid in time has no order, and its payment is refunded.
  for (const { phase, outbox, cartKey } of all)
    expect([cartKey.startsWith('exchange:') ? endOfExchanges.includes(phase) : phase === 'placed', outbox]).toEqual([
      true,
      [],
    ]);
  const orders = all.filter(({ phase }) => phase === 'placed');
  const { payments, refunds, orders: receipts } = await shop.razorpay.state();
  // By their receipts: a payment that no order recorded counts, too.
  const ownReceipts = receipts.filter(({ receipt }) => all.some(({ orderNumber }) => orderNumber === receipt));
  const own = payments.filter(
    ({ order_id, status }) => ownReceipts.some(({ id }) => id === order_id) && /captured|refunded/.test(status),
  );
  const paid = sum(own.map(({ amount }) => amount));
  const refunded = sum(
    refunds.filter(({ payment_id }) => own.some(({ id }) => id === payment_id)).map(({ amount }) => amount),
  );
  const { body } = await shop.call('payment', 'GET /credit', {}, as);
  const credited = Math.round((body['credit'] as { balance: number }).balance * 100);

  // What the customer keeps: by the tax documents, and without an invoice by the units that are not cancelled.
  const kept = sum(
    orders.map((order) => {
      const ofOrder = documents.filter((one) => one.orderId === String(order._id));
      if (ofOrder.length > 0)
        return sum(ofOrder.map(({ kind, document }) => (kind === 'invoice' ? 1 : -1) * document.totalPaise));
      if (order.status === 'Cancelled') return 0;
      const gone = (order.returns ?? []).flatMap(({ lines }) => lines).map(({ refundPaise = 0 }) => refundPaise);
      return order.totalPaise - sum(gone);
    }),
  );
  expect({ paid, kept, refunded, credited }).toEqual({ paid: kept + refunded + credited, kept, refunded, credited });

  for (const { _id: productId, stock } of products) {
    const units = orders.flatMap((order) =>
      order.lines.flatMap((one, index) => {
        if (one.productId !== productId) return [];
        const isWhole = order.status === 'Cancelled' && !order.returns?.some(({ state }) => state === 'cancelled');
        const restocked = (order.returns ?? [])
          .flatMap(({ lines }) => lines)
          .map((returned) =>
            returned.restock && returned.lineId === (one.lineId ?? String(index + 1)) ? (returned.accepted ?? 0) : 0,
          );
        return isWhole ? 0 : one.quantity - sum(restocked);
      }),
    );
    const { product } = (await shop.call('catalog', 'GET /products/getOne/{id}', { params: { id: productId } }))
      .body as { product: { stock: number } };
    expect([productId, product.stock]).toEqual([productId, stock! - sum(units)]);
  }

  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const report = (await shop.call('order', 'GET /reports/gstr1', { query: { month, format: 'json' } })).body as {
    report: { sheets: { name: string; columns: string[]; rows: (string | number)[][] }[] };
  };
  const hsn = report.report.sheets.filter(({ name }) => name.startsWith('hsn'));
  const reported = sum(
    hsn.flatMap(({ columns, rows }) =>
      rows.map((row) => Math.round(Number(row[columns.indexOf('Total Value')]) * 100)),
    ),
  );
  const issued = sum(
    documents.map(
      ({ kind, document }) => (kind === 'invoice' ? 1 : -1) * (document.totalPaise - document.roundOffPaise),
    ),
  );
  expect(reported).toBe(issued);
}
