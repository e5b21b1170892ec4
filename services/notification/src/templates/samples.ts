import type { KindData } from './kind-data.js';

const ORDER_ID = 'c'.repeat(24);
const customer = { name: 'Meera', email: 'meera@example.com', emailVerified: true };
const ofOrder = { orderId: ORDER_ID, orderNumber: 'RV-26-0042174', userId: 'd'.repeat(24), customer };
const product = { _id: 'b'.repeat(24), name: 'Kanchipuram Pattu' };
const occurrence = { name: 'Meera', at: '2026-11-24T15:00:00.000Z', device: 'Chrome on Android' };
const toCustomer = { messageId: 'sample', to: customer.email };
const moved = {
  ...ofOrder,
  shipmentId: 'sample',
  courier: 'own' as const,
  awb: '1490812345678',
  trackingPath: '/track/sample-token-of-a-parcel',
  lines: [{ name: product.name, quantity: 1 }],
};
const staff = { id: 'a'.repeat(24), name: 'Lakshmi', role: 'owner' as const };

/** For previews and test messages. */
export const samples: KindData = {
  one_time_code: { code: '482915', validMinutes: 10 },
  cod_confirm: {
    ...toCustomer,
    template: 'order-code',
    data: {
      name: 'Meera',
      code: '482915',
      validMinutes: 10,
      orderNumber: ofOrder.orderNumber,
      totalPaise: 849_900,
      feePaise: 4_900,
    },
  },
  new_login: { ...toCustomer, template: 'new-device', data: occurrence },
  password_changed: { ...toCustomer, template: 'password-changed', data: occurrence },
  account_notice: {
    ...toCustomer,
    template: 'email-verification',
    data: { name: 'Meera', link: 'https://example.com/verify-email#token=sample', validMinutes: 1_440 },
  },
  order_placed: {
    ...ofOrder,
    orderedAt: '2026-11-24T09:30:00.000Z',
    totalPaise: 849_900,
    charges: { discountPaise: 0, shippingPaise: 0, codFeePaise: 0, roundOffPaise: 0 },
    status: 'Pending',
    lines: [{ productId: product._id, name: product.name, size: '', quantity: 1, unitPaise: 849_900 }],
    delivery: {
      fullName: 'Meera Nair',
      phone: '9848010407',
      address: '12 Banjara Hills Road No. 3',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500034',
      country: 'India',
    },
  },
  payment_failed: {
    ...ofOrder,
    amountPaise: 849_900,
    url: 'https://rzp.io/rzp/sample',
    expiresAt: '2026-11-25T09:30:00.000Z',
  },
  dispatched: {
    ...ofOrder,
    invoiceNumber: 'RV/2627/000123',
    issuedAt: '2026-11-25T06:00:00.000Z',
    totalPaise: 849_900,
  },
  parcel_picked_up: { ...moved, status: 'picked_up' },
  out_for_delivery: { ...moved, status: 'out_for_delivery' },
  delivered: { ...moved, status: 'delivered' },
  undelivered: { ...moved, status: 'undelivered' },
  delayed: { ...ofOrder, promisedBy: '2026-11-28', trackingPath: moved.trackingPath },
  cancelled: { ...ofOrder, refundPaise: 849_900, creditPaise: 0 },
  refunded: { ...ofOrder, amountPaise: 849_900, arn: '74332744512345678901234' },
  return_updated: { ...ofOrder, returnId: 'e'.repeat(24), step: 'requested' },
  return_decided: {
    ...ofOrder,
    returnId: 'e'.repeat(24),
    holdId: 'sample',
    restocked: [],
    refund: { razorpayPaymentId: 'pay_sample', amountPaise: 849_900 },
    creditPaise: 0,
    staff,
  },
  back_in_stock: { size: '', name: 'Meera', product: { ...product, pricePaise: 849_900 } },
  pin_served: { pincode: '744101', product },
  price_drop: { product, fromPaise: 849_900, toPaise: 699_900, customer },
  review_request: { ...ofOrder, lines: [{ name: product.name }] },
  abandoned_cart: { lines: [{ name: product.name, quantity: 1 }], customer },
};
