import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { OrderBench } from '../testing/order-bench.js';
import { stepsOf } from './saga-times.js';

describe('the times of a checkout', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());

  const value = async (line: string): Promise<number | undefined> => {
    const { body } = await bench.service.app.inject('/metrics');
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
    Promise.all(names.map((to) => value(`checkout_phase_changes_total{to="${to}"}`)));

  it('are counted once for each order that is placed, however often its payment is told of', async () => {
    const { as, paid } = await bench.place();
    await bench.verify(as, paid);
    await bench.razorpay.replay(paid.razorpay_payment_id, { times: 2 });
    await eventually(async () => expect(await bench.service.hasHandled('payment.captured')).toBe(true));
    expect(await steps()).toEqual({ open: 1, pay: 1, place: 1, whole: 1, refund: 0 });
    expect(await phases('opening', 'checkout', 'paid', 'placed', 'failed')).toEqual([1, 1, 1, 1, 0]);
  });

  it('tell the refund of a cancelled order, and of one whose pieces were gone', async () => {
    const cancelled = await bench.place();
    await bench.service.call('POST /orders/cancel/{orderId}', { params: { orderId: cancelled.orderId } }, cancelled.as);
    await eventually(async () => expect((await bench.record(cancelled.orderId)).paymentState).toBe('refunded'));
    expect((await steps()).refund).toBe(1);
    const gone = await bench.begin();
    await bench.model.updateOne({ _id: gone.orderId }, { totalPaise: 1 });
    const paid = await bench.razorpay.pay(gone.razorpayOrderId);
    await bench.verify(gone.as, paid);
    await eventually(async () => expect((await bench.record(gone.orderId)).phase).toBe('refunded'));
    expect([(await steps()).refund, await phases('refunding', 'refunded')]).toEqual([2, [1, 1]]);
  });

  it('show an order that is stuck: how long it has been paid and not placed', async () => {
    const { orderId } = await bench.begin();
    const at = new Date(Date.now() - 600_000);
    await bench.model.updateOne(
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

  it('come from the order itself, and from its last checkout where it had two', () => {
    const at = (second: number) => new Date(second * 1_000);
    const history = [
      { at: at(3), by: 'system', what: 'Checkout begun' },
      { at: at(63), by: 'system', what: 'Payment received' },
      { at: at(64.5), by: 'system', what: 'Order placed' },
    ];
    expect(stepsOf({ createdAt: at(1), history }, 'place')).toEqual([
      { step: 'place', seconds: 1.5 },
      { step: 'whole', seconds: 63.5 },
    ]);
    expect(stepsOf({ createdAt: at(1), history }, 'pay')).toEqual([{ step: 'pay', seconds: 60 }]);
    // Given back at Razorpay's dashboard: nobody here asked for it.
    expect(
      stepsOf(
        { createdAt: at(1), history: [...history, { at: at(90), by: 'system', what: 'Payment refunded' }] },
        'refund',
      ),
    ).toEqual([]);
  });
});
