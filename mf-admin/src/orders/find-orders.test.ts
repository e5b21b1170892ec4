import { buildOrder } from '@rangavalli/web-kit/testing/builders';
import { findOrders } from './find-orders.js';

describe('findOrders', () => {
  const asha = buildOrder({
    user: { _id: 'a'.repeat(24), name: 'Asha Rao', email: 'asha@example.com', phone: '+91 90000 11111' },
  });
  const ravi = buildOrder({
    status: 'Shipped',
    user: { _id: 'b'.repeat(24), name: 'Ravi' },
    billing: { phone: '080 123 456 78' },
    razorpayPaymentId: 'pay_X1',
  });
  const both = [asha, ravi];

  it('searches id, name, email, phone and payment', () => {
    for (const search of [`#${asha._id}`, 'rao asha', 'ASHA@example', '9000011111', '90000 11111'])
      expect(findOrders(both, search, '')).toEqual([asha]);
    for (const search of ['ravi', '08012345678', 'pay_x1']) expect(findOrders(both, search, '')).toEqual([ravi]);
  });

  it('filters by status', () => {
    expect(findOrders(both, '', 'Shipped')).toEqual([ravi]);
    expect(findOrders(both, 'asha', 'Shipped')).toEqual([]);
    expect(findOrders(both, '', '')).toEqual(both);
  });
});
