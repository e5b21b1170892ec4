import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { register } from 'prom-client';
import { Sweeper } from '../checkout/sweeper.js';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { durationsOf } from './saga-metrics.js';

describe('saga metrics', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    register.resetMetrics();
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const value = async (line: string): Promise<number | undefined> => {
    const { body } = await fixture.service.app.inject('/metrics');
    const text = body.split('\n').find((one) => one.startsWith(`${line} `));
    return text === undefined ? undefined : Number(text.slice(line.length + 1));
  };
  const steps = async () =>
    Object.fromEntries(
      await Promise.all(
        ['open', 'pay', 'place', 'whole', 'refund'].map(async (step) => [
          step,
          (await value(`checkout_step_duration_seconds_count{step="${step}"}`)) ?? 0,
        ]),
      ),
    );
  const phases = async (...names: string[]) =>
    Promise.all(names.map(async (to) => (await value(`checkout_phase_changes_total{to="${to}"}`)) ?? 0));

  it('count each placed order once, however often its payment is reported', async () => {
    const { as, payment } = await fixture.place();
    await fixture.verify(as, payment);
    await fixture.razorpay.replay(payment.razorpay_payment_id, { times: 2 });
    await eventually(async () => expect(await fixture.service.hasHandled('payment.captured')).toBe(true));
    expect(await steps()).toEqual({ open: 1, pay: 1, place: 1, whole: 1, refund: 0 });
    expect(await phases('opening', 'checkout', 'paid', 'placed', 'failed')).toEqual([1, 1, 1, 1, 0]);
  });

  it('count the refund of a cancelled order and of an order without stock', async () => {
    const cancelled = await fixture.place();
    await fixture.service.call(
      'POST /orders/cancel/{orderId}',
      { params: { orderId: cancelled.orderId } },
      cancelled.as,
    );
    await eventually(async () => expect((await fixture.findRecord(cancelled.orderId)).paymentState).toBe('refunded'));
    expect((await steps()).refund).toBe(1);
    const gone = await fixture.begin();
    await fixture.model.updateOne({ _id: gone.orderId }, { totalPaise: 1 });
    const payment = await fixture.razorpay.pay(gone.razorpayOrderId);
    await fixture.verify(gone.as, payment);
    await eventually(async () => expect((await fixture.findRecord(gone.orderId)).phase).toBe('refunded'));
    expect([(await steps()).refund, await phases('refunding', 'refunded')]).toEqual([2, [1, 1]]);
  });

  it('show the age of a paid order that is not placed', async () => {
    const { orderId } = await fixture.begin();
    const at = new Date(Date.now() - 600_000);
    await fixture.model.updateOne(
      { _id: orderId },
      {
        $set: { phase: 'paid', dueAt: new Date(Date.now() + 60_000) },
        $unset: { open: 1 },
        $push: { history: { at, by: 'system', what: 'Payment received' } },
      },
    );
    expect(await value('checkout_unfinished{phase="paid"}')).toBe(1);
    expect(await value('checkout_oldest_unfinished_seconds{phase="paid"}')).toBeGreaterThanOrEqual(600);
    expect([
      await value('checkout_unfinished{phase="refunding"}'),
      await value('checkout_oldest_unfinished_seconds{phase="opening"}'),
    ]).toEqual([0, 0]);
  });

  it('count placed orders whose payment was refunded, until they are delivered or cancelled', async () => {
    const [kept, { orderId }] = [await fixture.place(), await fixture.place()];
    expect(await value('orders_without_money')).toBe(0);
    await fixture.model.updateOne({ _id: orderId }, { paymentState: 'refunded', status: 'Processing' });
    expect(await value('orders_without_money')).toBe(1);
    for (const status of ['Delivered', 'Cancelled'] as const) {
      await fixture.model.updateOne({ _id: orderId }, { status });
      expect(await value('orders_without_money')).toBe(0);
    }
    expect((await fixture.findRecord(kept.orderId)).paymentState).toBe('captured');
  });

  it('leave out a cancelled order whose refund is rejected; a new request refunds it', async () => {
    const hire = (name: string) =>
      buildIdentity({ id: createId(), role: 'owner', name, email: `${name.toLowerCase()}@example.com` });
    const [first, second] = [hire('Asha'), hire('Meera')];
    const atPayments = async (path: string, as: Identity, body?: object): Promise<number> => {
      const headers = testIdentityHeader('payment', as);
      const request = body
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { headers };
      return (await fetch(`${fixture.paymentService.url}/payments${path}`, { method: 'POST', ...request })).status;
    };
    // Above the limit of refunds by one person.
    const { orderId, payment } = await fixture.place({ productId: fixture.shop.addProduct({ unitPaise: 15_000_000 }) });
    const { razorpay_payment_id: paymentId } = payment;
    const refunding = () => value('checkout_unfinished{phase="refunding"}');
    const cancellation = { params: { orderId }, body: { status: 'Cancelled' as const } };
    await fixture.service.call('PUT /orders/admin/{orderId}', cancellation, first);
    expect(await refunding()).toBe(1);
    const decide = (decision: string, body?: object) =>
      eventually(async () =>
        expect(await atPayments(`/approvals/refund-${paymentId}/${decision}`, second, body)).toBe(200),
      );
    await decide('reject', { note: 'Already worn' });
    const isEnded = async () => {
      await eventually(async () => expect(await refunding()).toBe(0));
      const record = await fixture.findRecord(orderId);
      expect(record).toMatchObject({ phase: 'placed', status: 'Cancelled', paymentState: 'captured' });
      expect([record.dueAt, record.history.at(-1)?.what]).toEqual([undefined, 'Refund not approved']);
    };
    await isEnded();
    const published = await fixture.service.publishedCount('order.cancelled');
    await fixture.service.app.get(Sweeper).sweep();
    expect(await fixture.service.publishedCount('order.cancelled')).toBe(published);

    // As previous releases left it.
    const left = { paymentState: 'refunding', dueAt: new Date(1), dueTries: 3 } as const;
    await fixture.model.updateOne({ _id: orderId }, { $set: left });
    await isEnded();

    const request = { paymentId, reason: 'The customer called' };
    expect(await atPayments(`/admin/${orderId}/refund`, first, request)).toBe(200);
    await decide('approve');
    await eventually(async () => expect((await fixture.findRecord(orderId)).paymentState).toBe('refunded'));
    expect(await fixture.listRefunds(payment)).toEqual([15_000_000]);
    expect([await refunding(), await value('orders_without_money')]).toEqual([0, 0]);
  });

  it('are computed from the history of the order', () => {
    const at = (second: number) => new Date(second * 1_000);
    const history = [
      { at: at(3), by: 'system', what: 'Checkout started' },
      { at: at(63), by: 'system', what: 'Payment received' },
      { at: at(64.5), by: 'system', what: 'Order placed' },
    ];
    expect(durationsOf({ createdAt: at(1), history }, 'place')).toEqual([
      { step: 'place', seconds: 1.5 },
      { step: 'whole', seconds: 63.5 },
    ]);
    expect(durationsOf({ createdAt: at(1), history }, 'pay')).toEqual([{ step: 'pay', seconds: 60 }]);
    const confirmed = (what: string) => [
      { at: at(40), by: 'system', what },
      { ...history[2]!, at: at(41) },
    ];
    for (const what of ['Cash on delivery confirmed', 'Paid with store credit'])
      expect(durationsOf({ createdAt: at(1), history: confirmed(what) }, 'place')).toEqual([
        { step: 'place', seconds: 1 },
        { step: 'whole', seconds: 40 },
      ]);
    // Refunded in Razorpay's dashboard: the history has no refund request.
    expect(
      durationsOf(
        { createdAt: at(1), history: [...history, { at: at(90), by: 'system', what: 'Payment refunded' }] },
        'completeRefund',
      ),
    ).toEqual([]);
  });
});
