import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { CURRENCY } from '../payments/payment.schema.js';
import { RazorpayClient } from '../razorpay/razorpay.client.js';
import { anId, type Opened, PaymentBench } from '../testing/payment-bench.js';

describe('webhooks', () => {
  let bench: PaymentBench;

  beforeAll(async () => {
    bench = await PaymentBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const captured = (
    { razorpayOrderId, amountPaise }: Pick<Opened, 'razorpayOrderId' | 'amountPaise'>,
    id = `pay_${anId()}`,
    event = 'payment.captured',
  ) => ({
    entity: 'event',
    event,
    payload: {
      payment: {
        entity: {
          id,
          order_id: razorpayOrderId,
          amount: amountPaise,
          currency: 'INR',
          status: 'captured',
          method: 'card',
        },
      },
    },
  });

  it('Razorpay itself delivers, and the raw body is what is checked', async () => {
    const opened = await bench.open();
    await bench.razorpay.pay(opened.razorpayOrderId, { webhook: 'once' });
    await eventually(async () =>
      expect(await bench.record(opened.orderId)).toMatchObject({
        state: 'captured',
        captures: [{ amountPaise: opened.amountPaise, method: 'upi' }],
      }),
    );
  });

  it('a body with odd spacing is taken when its bytes were signed', async () => {
    const opened = await bench.open();
    expect(await bench.deliver(JSON.stringify(captured(opened), null, 3))).toBe(200);
    expect((await bench.record(opened.orderId)).captures).toHaveLength(1);
  });

  it.each(['', 'x', 'f'.repeat(64)])('the signature %p is refused, whatever the body says', async (signature) => {
    const opened = await bench.open();
    expect(await bench.deliver(captured(opened), { signature })).toBe(400);
    expect(await bench.deliver({ nothing: 'known' }, { signature })).toBe(400);
    expect((await bench.record(opened.orderId)).captures).toEqual([]);
  });

  it('an event that comes twice, or as order.paid too, records the money once and tells it once', async () => {
    const before = await bench.service.publishedCount('payment.captured');
    const opened = await bench.open();
    const body = captured(opened, 'pay_once');
    const statuses = [
      await bench.deliver(body, { eventId: 'e1' }),
      await bench.deliver(body, { eventId: 'e1' }),
      await bench.deliver(body),
      await bench.deliver(captured(opened, 'pay_once', 'order.paid'), { eventId: 'e2' }),
    ];
    expect(statuses).toEqual([200, 200, 200, 200]);
    // What told nothing new is not written down.
    expect(await bench.record(opened.orderId)).toMatchObject({
      captures: [{ paymentId: 'pay_once' }],
      webhookEvents: ['e1'],
    });
    await eventually(async () => expect(await bench.service.publishedCount('payment.captured')).toBe(before + 1));
  });

  it('authorised money is captured when Razorpay says that it is there', async () => {
    const opened = await bench.open();
    await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized', webhook: 'once' });
    await eventually(async () => expect((await bench.record(opened.orderId)).captures).toHaveLength(1));
    expect((await bench.razorpay.state()).orders.find(({ id }) => id === opened.razorpayOrderId)).toMatchObject({
      status: 'paid',
    });
  });

  it('with Razorpay out of reach, authorised money is asked for again later', async () => {
    const opened = await bench.open();
    await bench.razorpay.faults({ path: '/v1/payments', drop: 'before', times: 2 });
    await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'authorized', webhook: 'once' });
    await eventually(async () => expect((await bench.record(opened.orderId)).captures).toHaveLength(1));
  });

  it('money that a person gave back before its capture was heard of pays for no order', async () => {
    const told = await bench.service.publishedCount('payment.captured');
    const opened = await bench.open();
    const body = captured(opened);
    const refund = {
      event: 'refund.created',
      payload: {
        payment: body.payload.payment,
        refund: {
          entity: {
            id: `rfnd_${anId()}`,
            payment_id: body.payload.payment.entity.id,
            amount: opened.amountPaise,
            status: 'processed',
          },
        },
      },
    };
    expect([
      await bench.deliver(refund),
      await bench.deliver(body),
      await bench.deliver(refund),
      await bench.deliver(body),
    ]).toEqual([200, 200, 200, 200]);
    await eventually(async () =>
      expect(await bench.record(opened.orderId)).toMatchObject({
        state: 'created',
        captures: [],
        refunds: [{ state: 'done', amountPaise: opened.amountPaise }],
        outbox: [],
      }),
    );
    const next = await bench.razorpay.pay(opened.razorpayOrderId);
    await bench.verify(opened.userId, next);
    await eventually(async () => expect(await bench.service.publishedCount('payment.captured')).toBe(told + 1));
  });

  it('a failure is noted once and leaves the order payable', async () => {
    const opened = await bench.open();
    await bench.razorpay.pay(opened.razorpayOrderId, { outcome: 'failed', webhook: 'twice' });
    await eventually(async () => expect((await bench.record(opened.orderId)).failures).toHaveLength(1));
    await bench.razorpay.pay(opened.razorpayOrderId, { webhook: 'once' });
    await eventually(async () => expect((await bench.record(opened.orderId)).state).toBe('captured'));
  });

  it('news of other things and other shops are taken and forgotten', async () => {
    expect(await bench.deliver({ event: 'subscription.charged', payload: {} })).toBe(200);
    expect(await bench.deliver(captured({ razorpayOrderId: 'order_foreign', amountPaise: 100 }))).toBe(200);
    expect(await bench.deliver({ event: 'payment.captured', payload: { odd: true } })).toBe(200);
  });

  it('money that does not fit its order goes back', async () => {
    const opened = { orderId: anId(), userId: anId() };
    const { id: razorpayOrderId } = await bench.service.app
      .get(RazorpayClient)
      .createOrder(opened.orderId, 200_000, CURRENCY);
    await bench.model.create({
      _id: opened.orderId,
      userId: opened.userId,
      amountPaise: 300_000,
      currency: CURRENCY,
      razorpayOrderId,
      state: 'created',
      createdAt: new Date(),
    });
    const paid = await bench.razorpay.pay(razorpayOrderId);
    await expect(bench.verify(opened.userId, paid)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    await bench.razorpay.replay(paid.razorpay_payment_id);
    await eventually(async () =>
      expect(
        (await bench.razorpay.state()).refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id),
      ).toHaveLength(1),
    );
    expect(await bench.record(opened.orderId)).toMatchObject({ state: 'created', refunds: [{ amountPaise: 200_000 }] });
  });
});
