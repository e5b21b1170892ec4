import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { linesInWords } from './lines-in-words.js';
import { phaseOf } from './phase.js';

describe('the phase of an order', () => {
  it('is a step on the way to its buyer', () => {
    expect(phaseOf(buildOrder({ status: 'Pending' }))).toMatchObject({
      steps: ['Placed', 'Processing', 'Shipped', 'Delivered'],
      reached: 0,
    });
    expect(phaseOf(buildOrder({ status: 'Shipped' })).reached).toBe(2);
    expect(phaseOf(buildOrder({ status: 'Delivered' })).words).toContain('within 7 days');
  });

  it('tells of a payment that is not confirmed yet', () => {
    expect(phaseOf(buildOrder({ status: 'Pending', paymentState: 'awaiting' })).words).toContain(
      'waiting for your payment',
    );
  });

  it("is the money's way back for a cancelled one", () => {
    const order = { status: 'Cancelled', totalAmount: 14_900 } as const;
    expect(phaseOf(buildOrder({ ...order, paymentState: 'refunding' }))).toEqual({
      steps: ['Placed', 'Cancelled', 'Refunded'],
      reached: 1,
      words: 'Cancelled. ₹14,900 goes back the way it came, within 3–5 business days.',
    });
    expect(phaseOf(buildOrder({ ...order, paymentState: 'captured' })).reached).toBe(1);
    expect(phaseOf(buildOrder({ ...order, paymentState: 'refunded' }))).toMatchObject({
      reached: 2,
      words: 'Cancelled. ₹14,900 has gone back the way it came.',
    });
  });

  it('promises no money back where none was taken', () => {
    expect(phaseOf(buildOrder({ status: 'Cancelled', paymentState: 'awaiting' }))).toEqual({
      steps: ['Placed', 'Cancelled'],
      reached: 1,
      words: 'Cancelled. Nothing was charged.',
    });
  });
});

it('what is in an order, in a few words', () => {
  const line = (name: string) => ({
    product: { _id: 'c'.repeat(24), name, price: 1 },
    size: '',
    quantity: 1,
    price: 1,
  });
  expect([
    linesInWords([]),
    linesInWords([line('Silk')]),
    linesInWords([line('Silk'), line('Shawl'), line('Kurta')]),
  ]).toEqual(['', 'Silk', 'Silk and 2 more']);
});
