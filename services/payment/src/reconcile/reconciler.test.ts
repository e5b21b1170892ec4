import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { PaymentBench } from '../testing/payment-bench.js';

describe('the reconciler', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start({ RECONCILE_MS: '100', RECONCILE_AFTER_MS: '300' });
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  it.each(['captured', 'authorized'] as const)('finds %s money of which nobody told', async (outcome) => {
    const opened = await bench.open();
    await bench.razorpay.pay(opened.razorpayOrderId, { outcome });
    await eventually(async () => expect((await bench.record(opened.orderId)).captures).toHaveLength(1));
    expect((await bench.record(opened.orderId)).nextCheckAt).toBeUndefined();
  });

  it('asks again when Razorpay was away, and ever more seldom when there is nothing', async () => {
    const opened = await bench.open();
    await bench.razorpay.faults({ path: '/v1/', drop: 'before', times: 1 });
    await eventually(async () => expect((await bench.record(opened.orderId)).checks).toBeGreaterThanOrEqual(3));
    const { nextCheckAt, captures } = await bench.record(opened.orderId);
    expect(captures).toEqual([]);
    expect((nextCheckAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(600);
    await bench.razorpay.pay(opened.razorpayOrderId);
    await eventually(async () => expect((await bench.record(opened.orderId)).captures).toHaveLength(1));
  });

  it('stops asking after two days', async () => {
    const opened = await bench.open();
    await bench.model.updateOne(
      { _id: opened.orderId },
      { $set: { createdAt: new Date(Date.now() - 2 * 86_400_000) } },
    );
    await eventually(async () => expect((await bench.record(opened.orderId)).nextCheckAt).toBeUndefined());
  });
});
