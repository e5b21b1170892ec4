import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { OrderFixture } from '../testing/order-fixture.js';

describe('the head start of the verify call', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start({ CAPTURE_HEAD_START_MS: '3000' });
  });
  afterAll(() => fixture.stop());

  it('lets the verify call place the order although the webhook was faster', async () => {
    const checkout = await fixture.begin();
    const payment = await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect(await fixture.service.publishedCount('payment.captured')).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await fixture.findRecord(checkout.orderId)).toMatchObject({ phase: 'checkout' });
    expect(await fixture.verify(checkout.as, payment)).toMatchObject({ status: 200 });
    expect((await fixture.findRecord(checkout.orderId)).payment).toMatchObject({
      id: payment.razorpay_payment_id,
      responseHash: expect.any(String),
    });
  });

  it('lets the webhook place the order when there is no verify call', async () => {
    const checkout = await fixture.begin();
    await fixture.razorpay.pay(checkout.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect(await fixture.findRecord(checkout.orderId)).toMatchObject({ phase: 'placed' }));
  });
});
