import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { progressOf, summarizeItems } from './order-progress.js';

describe('the progress of an order', () => {
  it('is a step towards delivery', () => {
    expect(progressOf(buildOrder({ status: 'Pending' }))).toMatchObject({
      steps: ['Placed', 'Processing', 'Shipped', 'Delivered'],
      current: 0,
    });
    expect(progressOf(buildOrder({ status: 'Pending' })).description).toContain('by 22 Jan 2026');
    const product = { _id: 'a'.repeat(24), name: 'Silk', price: 4999 };
    const line = { lineId: '1', product, size: '', quantity: 1, price: 4999 };
    // The longest making: 7 + 5 days.
    const custom = buildOrder({ products: [line, { ...line, extraDays: 5 }, { ...line, extraDays: 2 }] });
    expect(progressOf(custom).description).toContain('by 27 Jan 2026');
    expect(progressOf(buildOrder({ status: 'Shipped' })).current).toBe(2);
    expect(progressOf(buildOrder({ status: 'Delivered' })).description).toContain('within 7 days');
  });

  it('mentions an unconfirmed payment', () => {
    expect(progressOf(buildOrder({ status: 'Pending', paymentState: 'awaiting' })).description).toContain(
      'waiting for your payment',
    );
  });

  it('is that of the refund for a cancelled one', () => {
    const order = { status: 'Cancelled', totalAmount: 14_900, razorpayPaymentId: 'pay_1' } as const;
    expect(progressOf(buildOrder({ ...order, paymentState: 'refunding' }))).toEqual({
      steps: ['Placed', 'Cancelled', 'Refunded'],
      current: 1,
      description: 'Cancelled. ₹14,900 will be refunded to your original payment method within 3–5 business days.',
    });
    expect(progressOf(buildOrder({ ...order, paymentState: 'refunded' }))).toMatchObject({
      current: 2,
      description: 'Cancelled. ₹14,900 was refunded to your original payment method.',
    });
  });

  it('names each part of what was paid, where it returns to', () => {
    const order = { status: 'Cancelled', totalAmount: 5_000 } as const;
    const paid = { razorpayPaymentId: 'pay_1', paidOnline: 1_000 };
    const describe = (changes: Parameters<typeof buildOrder>[0]) =>
      progressOf(buildOrder({ ...order, ...changes })).description;
    expect(describe({ ...paid, paymentState: 'refunding', cash: { due: 4_000 } })).toBe(
      'Cancelled. ₹1,000 will be refunded to your original payment method within 3–5 business days.',
    );
    expect(describe({ ...paid, paymentState: 'refunded', creditAmount: 4_000 })).toBe(
      'Cancelled. ₹1,000 was refunded to your original payment method. ₹4,000 is back in your store credit.',
    );
    const cash = { due: 4_000, collectedAt: '2026-01-20T09:30:00.000Z' };
    expect(describe({ ...paid, paymentState: 'refunded', cash })).toBe(
      'Cancelled. ₹1,000 was refunded to your original payment method. The ₹4,000 that you paid in cash are now ' +
        'store credit.',
    );
    expect(describe({ paymentState: 'awaiting', creditAmount: 1_000, cash: { due: 4_000 } })).toBe(
      'Cancelled. ₹1,000 is back in your store credit.',
    );
    expect(describe({ paymentState: 'refunded', creditAmount: 5_000 })).toBe(
      'Cancelled. ₹5,000 is back in your store credit.',
    );
  });

  it('mentions no refund while the shop keeps the payment', () => {
    expect(progressOf(buildOrder({ status: 'Cancelled', paymentState: 'captured' }))).toEqual({
      steps: ['Placed', 'Cancelled'],
      current: 1,
      description: 'Cancelled. Your payment has not been refunded. Contact us if you have a question about it.',
    });
  });

  it('mentions no refund when nothing was charged', () => {
    expect(progressOf(buildOrder({ status: 'Cancelled', paymentState: 'awaiting' }))).toEqual({
      steps: ['Placed', 'Cancelled'],
      current: 1,
      description: 'Cancelled. You were not charged.',
    });
  });
});

it('summarises the items of an order', () => {
  const line = (name: string) => ({
    lineId: '1',
    product: { _id: 'c'.repeat(24), name, price: 1 },
    size: '',
    quantity: 1,
    price: 1,
  });
  expect([
    summarizeItems([]),
    summarizeItems([line('Silk')]),
    summarizeItems([line('Silk'), line('Shawl'), line('Kurta')]),
  ]).toEqual(['', 'Silk', 'Silk and 2 more']);
});
