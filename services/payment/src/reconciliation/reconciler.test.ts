import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { PaymentFixture } from '../testing/payment-fixture.js';

describe('the reconciler', () => {
  let fixture: PaymentFixture;

  beforeAll(async () => {
    fixture = await PaymentFixture.start({ RECONCILE_MS: '100', RECONCILE_AFTER_MS: '300' });
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  it.each(['captured', 'authorized'] as const)('records %s money that was not reported', async (outcome) => {
    const opened = await fixture.open();
    await fixture.razorpay.pay(opened.razorpayOrderId, { outcome });
    await eventually(async () => expect((await fixture.record(opened.orderId)).captures).toHaveLength(1));
    expect((await fixture.record(opened.orderId)).nextCheckAt).toBeUndefined();
  });

  it('retries after an error, at growing intervals', async () => {
    const opened = await fixture.open();
    await fixture.razorpay.faults({ path: '/v1/', drop: 'before', times: 1 });
    await eventually(async () => expect((await fixture.record(opened.orderId)).checks).toBeGreaterThanOrEqual(3));
    const { nextCheckAt, captures } = await fixture.record(opened.orderId);
    expect(captures).toEqual([]);
    expect((nextCheckAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(600);
    await fixture.razorpay.pay(opened.razorpayOrderId);
    await eventually(async () => expect((await fixture.record(opened.orderId)).captures).toHaveLength(1));
  });

  it('stops after two days', async () => {
    const opened = await fixture.open();
    await fixture.model.updateOne(
      { _id: opened.orderId },
      { $set: { createdAt: new Date(Date.now() - 2 * 86_400_000) } },
    );
    await eventually(async () => expect((await fixture.record(opened.orderId)).nextCheckAt).toBeUndefined());
  });
});
