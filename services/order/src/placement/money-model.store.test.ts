import { randomInt } from 'node:crypto';
import type { StockLine } from '@rangavalli/contracts/commands/lines';
import type { Product } from '@rangavalli/contracts/entities/product';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { PaymentResponse } from '@rangavalli/contracts/entities/payment';
import { auditShop, findFaults } from '@rangavalli/service-kit/testing/shop-auditor';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { propertyOptions } from '@rangavalli/service-kit/testing/property-options';
import fc from 'fast-check';
import type { OrderRecord } from '../store/order.schema.js';
import { type Slice, slices } from '../testing/backends.js';
import { billing } from '../testing/order-fixture.js';
import { type CallResult, ShopProcesses } from '../testing/shop-processes.js';

/** One step of a program. `who` is a customer; `which` counts back from their newest checkout or payment. */
type Step =
  | { do: 'buy'; who: number; product: number; size: number; quantity: number }
  | { do: 'begin'; who: number; method: 'online' | 'cod' }
  /** Enters the code of the newest order that is paid on delivery, or a wrong one. */
  | { do: 'confirm'; who: number; isRight: boolean }
  | { do: 'deliver'; who: number; which: number; to: 'Shipped' | 'Delivered' }
  | {
      do: 'pay';
      who: number;
      which: number;
      outcome: 'captured' | 'authorized' | 'failed';
      webhook: 'once' | 'twice' | 'late' | 'never';
    }
  | { do: 'verify'; who: number; which: number; as: number }
  | { do: 'webhooks'; who: number; which: number; times: number; order: 'forward' | 'reverse' }
  | { do: 'expire'; who: number; which: number }
  | { do: 'cancel'; who: number; which: number; by: 'customer' | 'admin' }
  | { do: 'refund by hand'; who: number; which: number }
  | { do: 'crash'; slice: Slice }
  | { do: 'drop reply'; path: string };

/** Mostly the first customer, so that one checkout goes through many steps. */
const who = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 }) },
);
const which = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      who,
      product: fc.nat(1),
      size: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      who,
      method: fc.constantFrom('online' as const, 'online' as const, 'cod' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const), who, isRight: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      who,
      which,
      to: fc.constantFrom('Shipped' as const, 'Delivered' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      who,
      which,
      outcome: fc.constantFrom(
        'captured' as const,
        'captured' as const,
        'captured' as const,
        'authorized' as const,
        'failed' as const,
      ),
      webhook: fc.constantFrom('once' as const, 'twice' as const, 'late' as const, 'never' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('verify' as const),
      who,
      which,
      as: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: who }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('webhooks' as const),
      who,
      which,
      times: fc.integer({ min: 1, max: 2 }),
      order: fc.constantFrom('forward' as const, 'reverse' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('expire' as const), who, which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      who,
      which,
      by: fc.constantFrom('customer' as const, 'admin' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund by hand' as const), who, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), slice: fc.constantFrom(...slices) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('drop reply' as const),
      path: fc.constantFrom('/v1/orders', '/v1/payments'),
    }),
  },
);
/** Groups of steps; the steps of a group run concurrently. */
const program = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 12, maxLength: 20 });

/** A fixed program with a captured, a refunded and a cash order, which random programs reach only by chance. */
const keptAndRefunded: [Step[][]] = [
  [
    ...[0, 1].flatMap((one): Step[][] => [
      [{ do: 'pay', who: one, which: 0, outcome: 'captured', webhook: 'once' }],
      [{ do: 'verify', who: one, which: 0, as: -1 }],
    ]),
    [{ do: 'cancel', who: 1, which: 0, by: 'customer' }],
    [{ do: 'begin', who: 2, method: 'cod' }],
    [
      { do: 'confirm', who: 2, isRight: true },
      { do: 'confirm', who: 2, isRight: true },
    ],
    [{ do: 'deliver', who: 2, which: 0, to: 'Delivered' }],
  ],
];

/** A customer's checkouts and payments, oldest first. */
interface Customer {
  as: Identity;
  checkouts: { orderId: string; razorpayOrderId: string }[];
  /** Numbers of the orders that are paid on delivery. */
  cashOrders: string[];
  payments: PaymentResponse[];
}

describe('money and stock under any program of customers, Razorpay and crashes', () => {
  let shop: ShopProcesses;
  const seen: Record<string, number> = {};
  beforeAll(async () => {
    shop = await ShopProcesses.start();
  }, 60_000);
  afterAll(() => shop.stop());

  const count = (what: string): void => void (seen[what] = (seen[what] ?? 0) + 1);
  const codeOf = ({ status, body: { code } }: CallResult): string => (typeof code === 'string' ? code : String(status));
  const orderIdOf = ({ body }: CallResult): string => (body['order'] as { _id: string })._id;
  const newest = <T>(all: readonly T[], back: number): T | undefined => all[all.length - 1 - back];

  async function createLog(customers: Customer[]): Promise<ProgramLog> {
    const products: Product[] = await Promise.all([
      shop.createProduct({ stock: 4, price: 1_999.99, sizes: ['S', 'M'] }),
      shop.createProduct({
        sizeStock: [
          { size: 'S', stock: 2 },
          { size: 'M', stock: 3 },
        ],
        price: 0.29 * 1_000,
      }),
    ]);
    return {
      customers: customers.map(({ as }) => as.id),
      products,
      phone: `9${String(randomInt(1e9)).padStart(9, '0')}`,
      confirmed: [],
      cancelled: [],
      added: new Map(),
      refundedByHand: [],
    };
  }

  async function run(step: Step, customers: Customer[], log: ProgramLog): Promise<void> {
    if (step.do === 'crash') return shop.crash(step.slice);
    // Replaces earlier faults, so that only a few requests fail.
    if (step.do === 'drop reply')
      return void (await shop.razorpay.faults({ path: step.path, method: 'POST', drop: 'after', times: 1 }));
    const customer = customers[step.who] as Customer;
    const { as } = customer;
    const checkout = newest(customer.checkouts, 'which' in step ? step.which : 0);
    const payment = newest(customer.payments, 'which' in step ? step.which : 0);
    switch (step.do) {
      case 'buy': {
        const productId = log.products[step.product]?._id ?? '';
        const size = ['S', 'M'][step.size] ?? '';
        const result = await shop.call(
          'cart',
          'POST /cart/add',
          { body: { productId, size, quantity: step.quantity } },
          as,
        );
        // Without a response the units may or may not be in the cart.
        const line = { productId, size, quantity: step.quantity, isCertain: result.status === 200 };
        if (result.status === 200 || result.status === 0 || result.status >= 500)
          log.added.set(as.id, [...(log.added.get(as.id) ?? []), line]);
        return;
      }
      case 'begin': {
        const cart = await shop.call('cart', 'GET /cart', {}, as);
        const amount = (cart.body['cart'] as { total: number } | undefined)?.total ?? 0;
        if (!(amount > 0)) return;
        // Missing while the order process restarts.
        const quote = cart.body['quote'] as { totalPaise: number } | undefined;
        if (quote) {
          expect(quote.totalPaise).toBe(Math.round(amount * 100));
          count('quote');
        }
        const { method } = step;
        // Each program has a phone number, whose refused parcels count together.
        const body = { amount, method, billing: { ...billing, phone: log.phone } };
        const result = await shop.call('order', 'POST /payments/create-order', { body }, as);
        expectDocumented(result, step);
        if (result.status !== 200) return;
        const orderId = result.body['orderId'] as string;
        if (!customer.checkouts.some((one) => one.orderId === orderId))
          customer.checkouts.push({
            orderId,
            razorpayOrderId: method === 'cod' ? '' : (result.body['order'] as { id: string }).id,
          });
        if (method === 'cod') customer.cashOrders.push(result.body['orderNumber'] as string);
        return count(method === 'cod' ? 'cash checkout' : 'checkout');
      }
      case 'confirm': {
        const orderNumber = newest(customer.cashOrders, 0);
        const code = orderNumber && shop.codes.get(orderNumber);
        if (!orderNumber || !code) return;
        const entered = step.isRight ? code : code === '000000' ? '000001' : '000000';
        const result = await shop.call(
          'order',
          'POST /orders/cod/confirm',
          { body: { orderNumber, code: entered } },
          as,
        );
        expectDocumented(result, step);
        if (result.status === 200) log.confirmed.push(orderIdOf(result));
        return count(`confirmed, ${codeOf(result)}`);
      }
      case 'deliver': {
        if (!checkout) return;
        const params = { orderId: checkout.orderId };
        return expectDocumented(
          await shop.call('order', 'PUT /orders/admin/{orderId}', { params, body: { status: step.to } }),
          step,
        );
      }
      case 'pay': {
        if (!checkout?.razorpayOrderId) return;
        const { outcome, webhook } = step;
        // Razorpay rejects a second payment for a paid order.
        const paid = await shop.razorpay.pay(checkout.razorpayOrderId, { outcome, webhook }).catch(() => undefined);
        if (paid?.razorpay_payment_id) customer.payments.push(paid);
        return count(paid?.razorpay_payment_id ? `paid, ${outcome}` : 'payment rejected');
      }
      case 'verify': {
        if (!payment) return;
        const other = step.as >= 0 && step.as !== step.who ? customers[step.as] : undefined;
        const result = await shop.call(
          'order',
          'POST /payments/verify',
          { body: { ...payment } },
          (other ?? customer).as,
        );
        expectDocumented(result, step);
        if (other) expect(result.status).not.toBe(200);
        if (result.status === 200) log.confirmed.push(orderIdOf(result));
        return count(other ? 'verified by another' : `verified, ${codeOf(result)}`);
      }
      case 'webhooks':
        return (
          payment &&
          void (await shop.razorpay
            .replay(payment.razorpay_payment_id, { times: step.times, order: step.order })
            .catch(() => undefined))
        );
      case 'expire':
        return checkout && shop.expire(checkout.orderId);
      case 'cancel': {
        if (!checkout) return;
        const params = { orderId: checkout.orderId };
        const result = await (step.by === 'admin'
          ? shop.call('order', 'PUT /orders/admin/{orderId}', { params, body: { status: 'Cancelled' } })
          : shop.call('order', 'POST /orders/cancel/{orderId}', { params }, as));
        expectDocumented(result, step);
        if (result.status === 200) log.cancelled.push(orderIdOf(result));
        return count(`cancelled, ${codeOf(result)}`);
      }
      case 'refund by hand':
        if (!payment) return;
        // A full refund; it may have happened although its response is lost.
        log.refundedByHand.push(payment.razorpay_payment_id);
        return void (await shop.razorpay
          .api(`/v1/payments/${payment.razorpay_payment_id}/refund`, {})
          .catch(() => undefined));
    }
  }

  /** A 5xx response may only be a documented one. */
  function expectDocumented({ status, body }: CallResult, step: Step): void {
    if (status >= 500)
      expect([step, body['code']]).toEqual([step, expect.stringMatching(/^(UNAVAILABLE|PAYMENT_PROVIDER_FAILED)$/)]);
  }

  it('keeps one capture per order, turns every paisa into an order or one refund, and loses no unit', async () => {
    const parameters = propertyOptions(5);
    await fc.assert(
      fc.asyncProperty(program, async (groups) => {
        const customers: Customer[] = Array.from({ length: 3 }, () => ({
          as: shop.buildCustomer(),
          checkouts: [],
          cashOrders: [],
          payments: [],
        }));
        const log = await createLog(customers);
        // Every customer starts with a checkout, so that the first steps have an effect.
        for (const [k] of customers.entries()) {
          await run({ do: 'buy', who: k, product: k % 2, size: 0, quantity: 1 }, customers, log);
          await run({ do: 'begin', who: k, method: 'online' }, customers, log);
        }
        for (const group of groups) {
          const crashing = new Set<Slice>();
          // At most one crash per process in a group.
          const steps = group.filter(
            (one) => one.do !== 'crash' || (!crashing.has(one.slice) && crashing.add(one.slice)),
          );
          await Promise.all(steps.map((one) => run(one, customers, log)));
        }
        await shop.razorpay.faults();
        // Razorpay repeats the webhooks of dashboard refunds until they are delivered.
        for (const paymentId of log.refundedByHand) await shop.razorpay.replay(paymentId, { order: 'reverse' });
        await expireCheckouts(shop, log.customers);
        const audited = await eventually(() => auditProgram(shop, log), 90_000);
        for (const [what, times] of Object.entries(audited)) seen[what] = (seen[what] ?? 0) + times;
      }),
      // No shrinking: a program with crashes is not deterministic, so a smaller one may pass by chance.
      { ...parameters, examples: [keptAndRefunded], endOnFailure: true },
    );
    if (!parameters.path)
      for (const what of ['quote', 'checkout', 'cash checkout', 'captured', 'refunds', 'cash'])
        expect([what, (seen[what] ?? 0) > 0]).toEqual([what, true]);
    if (process.env.FC_RUNS) console.log(seen);
  }, 900_000);
});

/** What a test program did. */
interface ProgramLog {
  customers: string[];
  /** Of the deliveries. */
  phone: string;
  products: Product[];
  /** Lines that each customer added to the cart; `isCertain` is false when the response was lost. */
  added: Map<string, (StockLine & { isCertain: boolean })[]>;
  /** Ids of the orders that responses showed as placed, and as cancelled. */
  confirmed: string[];
  cancelled: string[];
  /** Payments that a person refunded in Razorpay's dashboard. */
  refundedByHand: string[];
}

interface StoredProduct {
  _id: unknown;
  stock: number;
  sizeStock?: { size: string; stock: number }[];
  holds: { orderId: string; size: string; quantity: number; state: string }[];
  outbox: unknown[];
}

/** Expires unpaid checkouts and makes the reconciler check their payments now. */
async function expireCheckouts(shop: ShopProcesses, customers: readonly string[]): Promise<void> {
  const open = { userId: { $in: customers }, phase: { $in: ['opening', 'checkout'] } };
  const orders = shop.slices.order.database.collection('orders');
  for (const { _id } of await orders.find(open).toArray()) await shop.expire(String(_id));
  const due = new Date(0);
  await orders.updateMany(open, { $set: { dueAt: due } });
  await shop.slices.payment.database
    .collection('payments')
    .updateMany({ userId: { $in: customers }, nextCheckAt: { $exists: true } }, { $set: { nextCheckAt: due } });
}

const settledPhases = ['placed', 'refunded', 'expired', 'failed'];
const sum = (lines: readonly { quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Audits money, stock and carts of a program from Razorpay's ledger and every slice's database. Fails until everything
 * has settled, so callers repeat it.
 * @returns the numbers of captured payments that were not refunded, of refunded ones, and of orders paid in cash
 */
async function auditProgram(
  shop: ShopProcesses,
  log: ProgramLog,
): Promise<{ captured: number; refunds: number; cash: number }> {
  const orders = (await shop.slices.order.database
    .collection('orders')
    .find({ userId: { $in: log.customers } })
    .toArray()) as unknown as OrderRecord[];
  for (const order of orders)
    expect([order.phase, settledPhases.includes(order.phase), order.outbox]).toEqual([order.phase, true, []]);
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(orders.length);

  const { payments, refunds, orders: receipts } = await shop.razorpay.state();
  const orderOf = (razorpayOrderId: string) => {
    const receipt = receipts.find(({ id }) => id === razorpayOrderId)?.receipt;
    return orders.find(({ orderNumber }) => orderNumber === receipt);
  };
  const own = payments.filter(({ order_id, status }) => orderOf(order_id) && /captured|refunded/.test(status));
  const refunded = own.flatMap((payment) => {
    const amounts = refunds.filter(({ payment_id }) => payment_id === payment.id).map(({ amount }) => amount);
    if (amounts.length === 0) return [];
    expect([payment, amounts]).toEqual([payment, [payment.amount]]);
    const order = orderOf(payment.order_id);
    // A refund by hand leaves the order placed, with its payment shown as refunded.
    if (order?.payment?.id === payment.id) expect([payment, order.paymentState]).toEqual([payment, 'refunded']);
    return [payment.id];
  });
  const captured = own.filter(({ id }) => !refunded.includes(id));
  for (const payment of captured)
    expect([payment, orderOf(payment.order_id)?.paymentState]).toEqual([payment, 'captured']);

  const stored = (await shop.slices.catalog.database
    .collection('products')
    .find()
    .toArray()) as unknown as StoredProduct[];
  const placed = orders.filter(({ phase }) => phase === 'placed');
  const inCash = placed.filter(({ method }) => method === 'cod');
  for (const { status, paymentState, payment, cash, totalPaise } of inCash) {
    const isCollected = cash?.collectedAt !== undefined;
    expect([status, payment, cash?.duePaise]).toEqual([status, undefined, totalPaise]);
    expect([status, cash?.state]).toEqual([
      status,
      isCollected ? 'collected' : status === 'Cancelled' ? 'void' : 'due',
    ]);
    const ofCollected = status === 'Cancelled' ? 'refunded' : 'collected';
    expect([status, paymentState]).toEqual([status, isCollected ? ofCollected : 'awaiting']);
    if (status === 'Delivered') expect(isCollected).toBe(true);
  }
  const products = log.products.map(({ _id, stock, sizeStock }) => {
    const after = stored.find((product) => String(product._id) === _id);
    if (!after) throw new Error(`product ${_id} is missing`);
    const sold = placed
      .filter(({ status }) => status !== 'Cancelled')
      .flatMap(({ lines }) => lines)
      .filter(({ productId }) => productId === _id);
    expect(after.outbox).toEqual([]);
    expect(after.holds.filter(({ state }) => state === 'held')).toEqual([]);
    expect(sum(after.holds.filter(({ state }) => state === 'sold'))).toBe(sum(sold));
    expect(after.sizeStock?.map(({ size }) => size)).toEqual(sizeStock?.map(({ size }) => size));
    return { id: _id, before: { stock, sizeStock }, after };
  });
  const faults = auditShop({
    orders: placed.map(({ _id, razorpayOrderId, payment, method, status, totalPaise, lines }) => ({
      id: String(_id),
      razorpayOrderId,
      razorpayPaymentId: payment?.id,
      isCancelled: status === 'Cancelled',
      isCash: method === 'cod',
      totalPaise,
      lines: lines.map(({ productId, size, quantity }) => ({ productId, size, quantity })),
    })),
    payments: own.map((payment) => ({ ...payment, status: refunded.includes(payment.id) ? 'refunded' : 'captured' })),
    refunds: refunds.filter(({ payment_id }) => own.some(({ id }) => id === payment_id)),
    products,
    confirmed: log.confirmed,
    cancelled: log.cancelled,
    refundedByHand: log.refundedByHand.filter((id) => refunded.includes(id)),
  });
  expect(findFaults(faults)).toEqual({});
  await auditCarts(shop, log.added, placed);
  return { captured: captured.length, refunds: refunded.length, cash: inCash.length };
}

/** Lines that were added and not bought are still in the cart; bought ones left it once. */
async function auditCarts(
  shop: ShopProcesses,
  added: ProgramLog['added'],
  placedOrders: readonly OrderRecord[],
): Promise<void> {
  const carts = shop.slices.cart.database.collection<{ _id: string; lines: StockLine[] }>('carts');
  for (const [userId, lines] of added) {
    const cart = (await carts.findOne({ _id: userId }))?.lines ?? [];
    const placed = placedOrders.filter((order) => order.userId === userId);
    const least = sum(lines.filter(({ isCertain }) => isCertain));
    const most = sum(lines);
    const bought = sum(placed.flatMap((order) => order.lines));
    const left = sum(cart);
    expect(cart.every(({ quantity }) => quantity >= 1)).toBe(true);
    expect([userId, left <= most, left >= least - bought]).toEqual([userId, true, true]);
    // The units of one order were all in the cart; several orders may have bought the same units twice.
    if (placed.length <= 1) expect([userId, left <= most - bought]).toEqual([userId, true]);
  }
}
