import { auditShop, findFaults, type ShopRecords } from './shop-auditor.js';

const order = {
  id: 'o1',
  razorpayOrderId: 'order_1',
  razorpayPaymentId: 'pay_1',
  isCancelled: false,
  totalPaise: 100,
  lines: [{ productId: 'p', size: 'S', quantity: 2 }],
};
const payment = { id: 'pay_1', order_id: 'order_1', status: 'captured', amount: 100 };
const bySize = (small: number, medium: number) => ({
  stock: small + medium,
  sizeStock: [
    { size: 'S', stock: small },
    { size: 'M', stock: medium },
  ],
});
const buildRecords = (fields: Partial<ShopRecords> = {}): ShopRecords => ({
  orders: [order],
  payments: [payment],
  refunds: [],
  products: [{ id: 'p', before: bySize(5, 1), after: bySize(3, 1) }],
  confirmed: ['o1'],
  ...fields,
});
const refund = { payment_id: 'pay_1', amount: 100 };
const refunded = { ...payment, status: 'refunded' };

describe('the shop auditor', () => {
  it('finds no fault in a paid order and in a cancelled, refunded one', () => {
    expect(findFaults(auditShop(buildRecords()))).toEqual({});
    const cancelled = buildRecords({
      orders: [{ ...order, isCancelled: true }],
      payments: [refunded],
      refunds: [refund],
      products: [{ id: 'p', before: bySize(5, 1), after: bySize(5, 1) }],
      cancelled: ['o1'],
    });
    expect(findFaults(auditShop(cancelled))).toEqual({});
  });

  it.each<[string, Partial<ShopRecords>, Record<string, number>]>([
    ['a confirmed order that does not exist', { confirmed: ['o1', 'o2'] }, { lost: 1 }],
    ['a confirmed cancellation that did not happen', { cancelled: ['o1'] }, { lost: 1 }],
    [
      'two captured payments of one checkout',
      { payments: [payment, { ...payment, id: 'pay_2' }] },
      { doubled: 1, 'charged without order': 1 },
    ],
    ['an order without its payment', { payments: [] }, { 'order without money': 1 }],
    ['a payment of another amount', { payments: [{ ...payment, amount: 99 }] }, { 'order without money': 1 }],
    [
      'a second refund',
      { refunds: [refund, refund], payments: [refunded], refundedByHand: ['pay_1'] },
      { 'refunded twice': 2 },
    ],
    [
      'units taken from the wrong size',
      { products: [{ id: 'p', before: bySize(5, 2), after: bySize(5, 0) }] },
      { 'stock difference': 4 },
    ],
    [
      'more units sold than there were',
      { products: [{ id: 'p', before: { stock: 1 }, after: { stock: -1 } }] },
      { oversold: 1 },
    ],
  ])('counts %s', (_fault, fields, faults) => {
    expect(findFaults(auditShop(buildRecords(fields)))).toEqual(faults);
  });
});
