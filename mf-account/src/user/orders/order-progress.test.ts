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
    const order = { status: 'Cancelled', totalAmount: 14_900 } as const;
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
