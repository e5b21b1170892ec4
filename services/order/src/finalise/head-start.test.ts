import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { OrderBench } from '../testing/order-bench.js';

describe('the page and the webhook bring the same news', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start({ CAPTURE_HEAD_START_MS: '3000' });
  });
  afterAll(() => bench.stop());

  it('the page that has the proof comes first, although the webhook was faster', async () => {
    const begun = await bench.begin();
    const paid = await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect(await bench.service.published('payment.captured')).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await bench.record(begun.orderId)).toMatchObject({ phase: 'checkout' });
    expect(await bench.verify(begun.as, paid)).toMatchObject({ status: 200 });
    expect((await bench.record(begun.orderId)).payment).toMatchObject({
      id: paid.razorpay_payment_id,
      proof: expect.any(String),
    });
  });

  it('without the page the webhook places the order a little later', async () => {
    const begun = await bench.begin();
    await bench.razorpay.pay(begun.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect(await bench.record(begun.orderId)).toMatchObject({ phase: 'placed' }));
  });
});
