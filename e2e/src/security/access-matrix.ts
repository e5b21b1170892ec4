import { randomUUID } from 'node:crypto';
import type { CallKey } from '@rangavalli/contracts/calls';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import { mustCall } from '../support/api.js';
import { addressForm, createProduct, registerShopper } from '../support/people.js';
import { allOf, forThose, type OwnedRecords, othersThanCustomer, type Row, staffWithout } from './access-verdicts.js';

const newAddress = async ({ people }: OwnedRecords) => ({
  params: { id: (await mustCall('POST /address', { body: addressForm }, people.customer.token)).address._id },
});
const newProduct = async ({ people }: OwnedRecords) => ({ params: { id: (await createProduct(people.owner))._id } });
const newSynonyms = () => ({ body: { words: [`matrix ${randomUUID()}`, `access ${randomUUID()}`] } });
const storedSynonyms = async ({ people }: OwnedRecords) => {
  const { family } = await mustCall('POST /search/synonyms', newSynonyms(), people.owner.token);
  return { params: { id: family.id } };
};
const newOffer = () => ({ body: { code: `MATRIX-${randomUUID().slice(0, 8)}`, kind: 'percent' as const, value: 5 } });
const storedOffer = async ({ people }: OwnedRecords) => {
  const { offer } = await mustCall('POST /offers', newOffer(), people.owner.token);
  return { params: { id: offer._id } };
};
const newGroup = () => ({ body: { name: `Matrix ${randomUUID()}` } });
const storedGroup = async ({ people }: OwnedRecords) => {
  const { group } = await mustCall('POST /users/admin/groups', newGroup(), people.owner.token);
  return { params: { id: group._id } };
};
const newComplaint = () => ({
  requestId: randomUUID(),
  name: 'Meera',
  email: 'meera@example.com',
  subject: 'Access matrix',
  text: 'Who may read this complaint?',
});
const madeComplaint = async ({ people }: OwnedRecords) => {
  const { complaint, statusPath } = await mustCall('POST /complaints', { body: newComplaint() }, people.customer.token);
  return { params: { number: complaint.number }, query: { token: statusPath.split('token=')[1] ?? '' } };
};
const line = ({ product }: OwnedRecords) => ({ productId: product._id, size: '', quantity: 1 });
const byOrder = ({ orderId }: OwnedRecords) => ({ params: { orderId } });
const inMonth = () => ({ query: { month: '2026-11' } });
const byProduct = ({ product }: OwnedRecords) => ({ params: { id: product._id } });

/** Of a passkey that no account has. */
const unknownPasskey = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'a', signature: 'a' },
} as const;
const newPassword = 'another long password 7';
const missing = { params: { id: 'none' } };
const noReview = { params: { id: 'f'.repeat(24) } };

/** Every call of the contracts; a missing one does not compile. */
export const matrix: { [K in CallKey]: Row<K> } = {
  'GET /config': {},
  'GET /challenge': {},
  'POST /csp-reports': { request: () => ({ body: [] }) },
  'POST /browser-reports': { request: () => ({ body: { vitals: [], errors: [], loadFailures: [] } }) },
  'GET /system': {},

  'GET /products/getAll': {},
  'GET /products/suggest': { request: () => ({ query: { q: 'silk' } }) },
  'GET /products/getOne/{id}': { request: byProduct },
  'POST /products/create': {
    request: () => ({ body: { name: 'Access matrix', price: 10, category: 'pant', stock: 0 } }),
  },
  'PUT /products/update/{id}': {
    request: async (records) => ({ ...(await newProduct(records)), body: { name: 'Renamed' } }),
  },
  'DELETE /products/delete/{id}': { request: newProduct },
  'POST /products/images/signature': {},

  'GET /search/synonyms': {},
  'POST /search/synonyms': { request: newSynonyms },
  'PUT /search/synonyms/{id}': {
    request: async (records) => ({ ...(await storedSynonyms(records)), ...newSynonyms() }),
  },
  'DELETE /search/synonyms/{id}': { request: storedSynonyms },
  'POST /search/preview': { request: () => ({ body: { q: 'silk' } }) },
  'GET /search/terms': {},

  'GET /cart': {},
  'POST /cart/add': { request: (records) => ({ body: line(records) }) },
  // `POST /cart/add` has just added it to each visitor's own cart.
  'PUT /cart/update': { request: (records) => ({ body: line(records) }) },
  'DELETE /cart/remove': { request: ({ product }) => ({ body: { productId: product._id, size: '' } }) },
  // Known to nobody, in a cart that may be empty.
  'PUT /cart/coupon': { request: () => ({ body: { code: 'MATRIX-UNKNOWN' } }) },
  'DELETE /cart/coupon': {},
  'POST /cart/preview': { request: (records) => ({ body: { lines: [line(records)] } }) },
  'POST /cart/merge': { request: (records) => ({ body: { mergeId: randomUUID(), lines: [line(records)] } }) },

  'GET /offers': {},
  'POST /offers': { request: newOffer },
  'PUT /offers/{id}': { request: async (records) => ({ ...(await storedOffer(records)), ...newOffer() }) },
  'POST /offers/{id}/end': { request: storedOffer },
  'POST /offers/preview': { request: newOffer },
  'GET /offers/running': {},

  'POST /payments/create-order': { request: () => ({ body: { amount: 1 } }) },
  'GET /payments/methods': {},
  'POST /orders/cod/confirm': {
    request: ({ orderId }) => ({ body: { orderNumber: orderId, code: '000000' } }),
    verdicts: allOf('POST /orders/cod/confirm', 'hidden'),
  },
  'POST /orders/credit/confirm': {
    request: ({ orderId }) => ({ body: { orderNumber: orderId } }),
    verdicts: allOf('POST /orders/credit/confirm', 'hidden'),
  },
  'POST /complaints': { request: () => ({ body: newComplaint() }) },
  'GET /complaints/{number}': { request: (records) => madeComplaint(records) },
  'POST /complaints/{number}/messages': {
    request: async (records) => ({
      ...(await madeComplaint(records)),
      body: { requestId: randomUUID(), text: 'Hello' },
    }),
  },
  'GET /complaints': {},
  'POST /complaints/{number}/reply': {
    request: async (records) => {
      const { params } = await madeComplaint(records);
      return { params, body: { requestId: randomUUID(), text: 'We look into it.' } };
    },
  },
  'GET /payments/cod/settings': {},
  'PUT /payments/cod/settings': {
    request: async ({ people }) => ({
      body: (await mustCall('GET /payments/cod/settings', {}, people.owner.token)).settings,
    }),
  },
  'POST /payments/cod/remittances': {
    request: () => ({ body: { csv: 'orderNumber,amount,date,reference', isPreview: true } }),
  },
  'GET /payments/cod/cash': {},
  'POST /payments/verify': { request: (records) => ({ body: { ...records.payment, totalAmount: 1 } }) },
  'POST /orders': { request: (records) => ({ body: { payment: { ...records.payment } } }) },
  'GET /orders/{userId}': {
    request: ({ people }) => ({ params: { userId: people.customer.id } }),
    verdicts: forThose('no', ['stranger', ...staffWithout('orders.read')]),
  },
  'GET /orders/list/{userId}': {
    request: ({ people }) => ({ params: { userId: people.customer.id } }),
    verdicts: forThose('no', ['stranger', ...staffWithout('orders.read')]),
  },
  'GET /orders/detail/{orderId}': {
    request: byOrder,
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.read')]),
  },
  // Staff set the status instead.
  'POST /orders/{orderId}/lines/cancel': {
    request: ({ orderId }) => ({
      params: { orderId },
      body: { requestId: crypto.randomUUID(), lines: [{ lineId: 'none', quantity: 1 }] },
    }),
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.write')]),
  },
  'POST /orders/cancel/{orderId}': { request: byOrder, verdicts: forThose('hidden', othersThanCustomer) },
  'GET /orders/admin/all': {},
  'GET /orders/admin/list': {},
  'GET /orders/{orderId}/invoice': {
    request: ({ orderId }) => ({ params: { orderId }, query: { format: 'json' } }),
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.read')]),
  },
  'GET /invoices': { request: inMonth },
  'GET /reports/gstr1': { request: inMonth },
  'GET /reports/sales': { request: inMonth },
  'GET /reports/payments': { request: inMonth },
  'GET /shop': {},
  'GET /shop/settings': {},
  // Unchanged.
  'PUT /shop/settings': {
    request: async ({ people }) => ({
      body: (await mustCall('GET /shop/settings', {}, people.owner.token)).settings,
    }),
  },
  'GET /orders/admin/summary': {},
  'PUT /orders/admin/{orderId}': {
    request: ({ orderId }) => ({ params: { orderId }, body: { status: 'Processing' } }),
  },
  'GET /orders/admin/holds': {},
  'POST /orders/admin/holds/{orderId}/release': {
    request: () => ({ params: { orderId: 'f'.repeat(24) } }),
    verdicts: allOf('POST /orders/admin/holds/{orderId}/release', 'hidden'),
  },

  'POST /shipments': {
    request: () => ({ body: { orderId: 'f'.repeat(24), courier: 'own', lines: [{ lineId: 'none', quantity: 1 }] } }),
    verdicts: allOf('POST /shipments', 'hidden'),
  },
  'GET /shipments': {
    request: ({ orderId }) => ({ query: { orderId } }),
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.read')]),
  },
  'POST /shipments/{id}/status': {
    request: () => ({ ...missing, body: { status: 'delivered' } }),
    verdicts: allOf('POST /shipments/{id}/status', 'hidden'),
  },
  'GET /dispatch/orders': {},
  // Each order and parcel has a result of its own.
  'POST /dispatch/ship': {
    request: () => ({ body: { requestId: randomUUID(), orderIds: ['f'.repeat(24)], courier: 'own' } }),
  },
  'POST /dispatch/dispatched': { request: () => ({ body: { shipmentIds: ['none-1'] } }) },
  'POST /dispatch/documents': {
    request: () => ({ body: { kind: 'labels', shipmentIds: ['none-1'] } }),
    verdicts: allOf('POST /dispatch/documents', 'hidden'),
  },
  'POST /dispatch/pickup': {
    request: () => ({ body: { courier: 'own', date: '2026-11-30', shipmentIds: ['none-1'] } }),
    verdicts: allOf('POST /dispatch/pickup', 'hidden'),
  },
  'GET /shipments/ndr': {},
  'POST /shipments/{id}/ndr': {
    request: () => ({ ...missing, body: { action: 'reattempt' } }),
    verdicts: allOf('POST /shipments/{id}/ndr', 'hidden'),
  },
  'POST /shipments/{id}/rto-received': {
    request: () => ({ ...missing, body: { lines: [{ lineId: '1', restock: true }] } }),
    verdicts: allOf('POST /shipments/{id}/rto-received', 'hidden'),
  },
  'POST /shipments/webhook/aggregator': { request: () => ({ body: {} }) },
  'POST /shipments/webhook/sr': { request: () => ({ body: {} }) },
  'POST /shipments/webhook/dl': { request: () => ({ body: {} }) },
  'GET /track/{token}': {
    request: () => ({ params: { token: 'a'.repeat(32) } }),
    verdicts: allOf('GET /track/{token}', 'hidden'),
  },

  'POST /returns': {
    request: ({ orderId }) => ({
      body: { orderId, lines: [{ lineId: 'none', quantity: 1, reason: 'size', outcome: 'refund' }] },
    }),
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.write')]),
  },
  'GET /returns': {},
  'POST /returns/media/signature': {
    request: ({ orderId }) => ({ body: { orderId, requestId: crypto.randomUUID(), kind: 'photo', slot: 0 } }),
    verdicts: forThose('hidden', ['stranger', ...staffWithout('orders.write')]),
  },
  'POST /returns/{id}/shipment': {
    request: () => ({ params: { id: 'f'.repeat(24) }, body: { progress: 'sent' } }),
    verdicts: allOf('POST /returns/{id}/shipment', 'hidden'),
  },
  'POST /returns/{id}/pickup': {
    request: () => ({ params: { id: 'f'.repeat(24) }, body: { courier: 'delhivery', pickupOn: '2099-01-01' } }),
    verdicts: allOf('POST /returns/{id}/pickup', 'hidden'),
  },
  'DELETE /returns/{id}/pickup': {
    request: () => ({ params: { id: 'f'.repeat(24) } }),
    verdicts: allOf('DELETE /returns/{id}/pickup', 'hidden'),
  },
  'POST /returns/{id}/payout': {
    request: () => ({ params: { id: 'f'.repeat(24) }, body: { reference: 'UTR1' } }),
    verdicts: allOf('POST /returns/{id}/payout', 'hidden'),
  },
  'POST /returns/{id}/decision': {
    request: () => ({ params: { id: 'f'.repeat(24) }, body: { lines: [{ lineId: '1', accepted: true }] } }),
    verdicts: allOf('POST /returns/{id}/decision', 'hidden'),
  },

  'GET /questions': { request: ({ product }) => ({ query: { productId: product._id } }) },
  'POST /questions': {
    request: ({ product }) => ({ body: { productId: product._id, text: 'Is the blouse piece unstitched?' } }),
  },
  'POST /questions/{id}/helpful': {
    request: () => noReview,
    verdicts: allOf('POST /questions/{id}/helpful', 'hidden'),
  },
  'GET /questions/admin': {},
  'POST /questions/{id}/moderation': {
    request: () => ({ ...noReview, body: { state: 'hidden' } }),
    verdicts: allOf('POST /questions/{id}/moderation', 'hidden'),
  },
  'GET /reviews': { request: ({ product }) => ({ query: { productId: product._id } }) },
  'POST /reviews': {
    request: ({ orderId, product }) => ({ body: { orderId, productId: product._id, stars: 5 } }),
    verdicts: allOf('POST /reviews', 'no'),
  },
  'GET /reviews/own': { request: ({ orderId }) => ({ query: { orderId } }) },
  'DELETE /reviews/{id}': { request: () => noReview, verdicts: allOf('DELETE /reviews/{id}', 'hidden') },
  'POST /reviews/media/signature': {
    request: ({ orderId, product }) => ({ body: { orderId, productId: product._id, kind: 'photo', slot: 0 } }),
    verdicts: allOf('POST /reviews/media/signature', 'no'),
  },
  'POST /reviews/{id}/helpful': { request: () => noReview, verdicts: allOf('POST /reviews/{id}/helpful', 'hidden') },
  'GET /reviews/admin': {},
  'POST /reviews/{id}/moderation': {
    request: () => ({ ...noReview, body: { state: 'hidden' } }),
    verdicts: allOf('POST /reviews/{id}/moderation', 'hidden'),
  },

  'GET /delivery/pin/{pincode}': { request: () => ({ params: { pincode: '500092' } }) },
  'GET /delivery/promise': { request: ({ product }) => ({ query: { pincode: '500092', productId: product._id } }) },
  'GET /delivery/terms': {},
  'POST /delivery/waitlist': { request: () => ({ body: { pincode: '500092', email: 'asha@example.com' } }) },
  'GET /delivery/waitlist': {},
  'DELETE /delivery/waitlist/{id}': {
    request: () => ({ params: { id: 'e'.repeat(24) } }),
    verdicts: allOf('DELETE /delivery/waitlist/{id}', 'hidden'),
  },
  'GET /delivery/settings': {},
  'PUT /delivery/settings': {},
  'GET /delivery/pins': {},
  'PUT /delivery/pins/{pincode}': {
    request: () => ({ params: { pincode: '744101' }, body: { isServed: true } }),
  },
  'DELETE /delivery/pins/{pincode}': {
    request: () => ({ params: { pincode: '744102' } }),
    verdicts: allOf('DELETE /delivery/pins/{pincode}', 'hidden'),
  },
  'POST /delivery/pins/import': { request: () => ({ body: { csv: 'pincode,served' } }) },

  'POST /payments/webhook': { request: () => ({ body: { event: 'payment.captured' } }) },
  'GET /payments/admin': {},
  'GET /payments/admin/{orderId}': { request: byOrder },
  'POST /payments/admin/{orderId}/retry': { request: byOrder },
  'POST /payments/admin/{orderId}/refund': {
    request: ({ orderId, payment }) => ({
      params: { orderId },
      body: { paymentId: payment.razorpay_payment_id, reason: 'access matrix' },
    }),
  },
  'POST /orders/payment-link': {
    request: () => ({ body: { orderNumber: 'f'.repeat(24) } }),
    verdicts: allOf('POST /orders/payment-link', 'hidden'),
  },
  'GET /orders/payment-links': {},
  'POST /payments/links': {
    request: () => ({ body: { orderNumber: 'f'.repeat(24) } }),
    verdicts: allOf('POST /payments/links', 'hidden'),
  },
  'POST /orders/phone': {
    request: ({ product }) => ({
      body: {
        requestId: randomUUID(),
        customer: { email: 'access.matrix@example.com', name: 'Access Matrix', phone: '9848012345' },
        lines: [{ productId: 'f'.repeat(24), size: product.sizes?.[0] ?? '', quantity: 1 }],
        billing: {
          fullName: 'Access Matrix',
          phone: '9848012345',
          address: '1 Road',
          city: 'Hyderabad',
          pincode: '500001',
          country: 'India',
        },
        method: 'link',
      },
    }),
  },
  'GET /payments/links': {},
  'POST /payments/links/{id}/cancel': {
    request: ({ orderId }) => ({ params: { id: orderId } }),
    verdicts: allOf('POST /payments/links/{id}/cancel', 'hidden'),
  },
  'GET /payments/approvals': {},
  'POST /payments/approvals/{id}/approve': {
    request: () => missing,
    verdicts: allOf('POST /payments/approvals/{id}/approve', 'hidden'),
  },
  'POST /payments/approvals/{id}/reject': {
    request: () => ({ ...missing, body: { note: 'access matrix' } }),
    verdicts: allOf('POST /payments/approvals/{id}/reject', 'hidden'),
  },
  'GET /credit': {},
  'POST /credit/redeem': {
    request: () => ({ body: { code: 'RVGC-AAAA-AAAA-AAAA-AAAA' } }),
    verdicts: allOf('POST /credit/redeem', 'hidden'),
  },
  'GET /credit/customers/{userId}': { request: ({ product }) => ({ params: { userId: product._id } }) },
  // A new request each time: it gives one rupee to nobody.
  'POST /credit/customers/{userId}': {
    request: ({ product }) => ({
      params: { userId: product._id },
      body: { requestId: randomUUID(), amount: 1, reason: 'goodwill', note: 'access matrix' },
    }),
  },
  'GET /gift-cards': {},
  'POST /gift-cards': { request: () => ({ body: { requestId: randomUUID(), amount: 100, note: 'access matrix' } }) },
  'POST /gift-cards/{id}/withdraw': {
    request: () => ({ params: { id: randomUUID() } }),
    verdicts: allOf('POST /gift-cards/{id}/withdraw', 'hidden'),
  },
  'GET /payments/settings': {},
  // Unchanged.
  'PUT /payments/settings': {
    request: async ({ people }) => ({
      body: (await mustCall('GET /payments/settings', {}, people.owner.token)).settings,
    }),
  },
  'GET /payments/deliveries': {},
  'POST /payments/deliveries/{id}/replay': {
    request: () => missing,
    verdicts: allOf('POST /payments/deliveries/{id}/replay', 'hidden'),
  },

  'GET /operations/audit': {},
  'GET /operations/audit/verification': {},
  'GET /operations/dead-letters': {},
  'POST /operations/dead-letters/{sequence}/replay': {
    request: () => ({ params: { sequence: '999999999' } }),
    verdicts: allOf('POST /operations/dead-letters/{sequence}/replay', 'hidden'),
  },
  'POST /stock-alerts': {
    request: ({ product }) => ({ body: { productId: product._id, size: '', email: 'nobody@example.com' } }),
  },
  'POST /stock-alerts/confirm': { request: () => ({ body: { token: 'none' } }) },
  'POST /stock-alerts/cancel': { request: () => ({ body: { token: 'none' } }) },
  'GET /notifications/preferences': {},
  'PUT /notifications/preferences': {
    request: () => ({ body: { kinds: [{ kind: 'delivered', channel: 'sms', isOn: true }] } }),
  },
  // Not a mobile number: no SMS is sent.
  'POST /notifications/phone': { request: () => ({ body: { phone: '1' } }) },
  'POST /notifications/phone/verify': { request: () => ({ body: { code: '000000' } }) },
  'GET /notifications/admin': {},
  'GET /notifications/templates': {},
  'POST /notifications/preview': { request: () => ({ body: { kind: 'order_placed', channel: 'email' } }) },
  'POST /notifications/test': {
    request: () => ({ body: { kind: 'order_placed', channel: 'email', to: 'matrix@example.com' } }),
  },
  'GET /notifications/push/key': {},
  'POST /notifications/push': {
    request: () => ({ body: { endpoint: 'https://push.example.com/matrix', keys: { p256dh: 'none', auth: 'none' } } }),
  },
  'DELETE /notifications/push': { request: () => ({ body: { endpoint: 'https://push.example.com/matrix' } }) },
  // The token and the signature are the credentials.
  'GET /notifications/whatsapp/webhook': {
    request: () => ({ query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'none', 'hub.challenge': '1' } }),
    verdicts: allOf('GET /notifications/whatsapp/webhook', 'no'),
  },
  'POST /notifications/whatsapp/webhook': { request: () => ({ body: { object: 'none', entry: [] } }) },

  'POST /users/login': {
    request: ({ people: { customer } }) => ({ body: { email: customer.email, password: customer.password } }),
  },
  // Requires the token of a login.
  'POST /users/login/second-factor': {
    request: () => ({ body: { loginToken: 'none', totp: '000000' } }),
    verdicts: allOf('POST /users/login/second-factor', 'login'),
  },
  'POST /users/login/passkey/options': {},
  'POST /users/login/passkey': { request: () => ({ body: { passkey: unknownPasskey } }) },
  'POST /users/otp': { request: () => ({ body: { email: `matrix-${randomUUID()}@example.com` } }) },
  // A code that nobody requested.
  'POST /users/otp/verify': { request: () => ({ body: { email: 'nobody@example.com', code: '000000' } }) },
  'POST /users/register': {
    request: () => ({
      body: { name: 'New Customer', email: `matrix-${randomUUID()}@example.com`, password: newPassword },
    }),
  },
  // Requires the refresh cookie.
  'POST /users/refresh': { verdicts: allOf('POST /users/refresh', 'login') },
  'GET /users/sessions': {},
  'DELETE /users/sessions': {},
  // Succeeds without effect for another customer's session.
  'DELETE /users/sessions/{id}': { request: () => ({ params: { id: randomUUID() } }) },
  'GET /users/profile': {},
  'PUT /users/profile': { request: () => ({ body: { phone: '9876543210' } }) },
  'PUT /users/password': { request: () => ({ body: { currentPassword: 'not the password', newPassword } }) },
  'POST /users/password/forgot': { request: () => ({ body: { email: 'nobody@example.com' } }) },
  'POST /users/password/reset': { request: () => ({ body: { token: 'none', password: newPassword } }) },
  'GET /users/jwks': {},

  // A wrong password elevates nobody.
  'POST /users/step-up': { request: () => ({ body: { password: 'not the password' } }) },
  'POST /users/step-up/passkey/options': { verdicts: allOf('POST /users/step-up/passkey/options', 'hidden') },
  'GET /users/second-factor': {},
  'POST /users/second-factor/totp': {},
  'POST /users/second-factor/totp/confirm': { request: () => ({ body: { totp: '000000' } }) },
  'DELETE /users/second-factor/totp': {},
  'POST /users/second-factor/recovery-codes': {},
  'POST /users/passkeys/options': {},
  'POST /users/passkeys': {
    request: () => ({
      body: {
        name: 'Laptop',
        passkey: { ...unknownPasskey, response: { clientDataJSON: 'e30', attestationObject: 'a' } },
      },
    }),
  },
  'PATCH /users/passkeys/{id}': {
    request: () => ({ ...missing, body: { name: 'Phone' } }),
    verdicts: allOf('PATCH /users/passkeys/{id}', 'hidden'),
  },
  'DELETE /users/passkeys/{id}': {
    request: () => missing,
    verdicts: allOf('DELETE /users/passkeys/{id}', 'hidden'),
  },

  'POST /users/email/verification': {},
  'POST /users/email/verify': { request: () => ({ body: { token: 'none' } }) },
  'PUT /users/email': { request: () => ({ body: { email: `matrix-${randomUUID()}@example.com` } }) },
  'POST /users/email/undo': { request: () => ({ body: { token: 'none' } }) },
  'GET /users/account/export': {},
  'GET /users/account/export/pdf': {},
  // The next row cancels it.
  'POST /users/account/deletion': {},
  'DELETE /users/account/deletion': {},
  'GET /users/consents': {},
  'PUT /users/consents': {
    request: () => ({ body: { purpose: 'marketing_email', granted: false, noticeVersion: PRIVACY_NOTICE_VERSION } }),
  },

  'GET /users/admin/customers': {},
  'GET /users/admin/customers/{id}': { request: ({ people }) => ({ params: { id: people.customer.id } }) },
  'PUT /users/admin/customers/{id}/groups': {
    request: ({ people }) => ({ params: { id: people.customer.id }, body: { groups: [] } }),
  },
  'GET /users/admin/groups': {},
  'POST /users/admin/groups': { request: newGroup },
  'PUT /users/admin/groups/{id}': { request: async (records) => ({ ...(await storedGroup(records)), ...newGroup() }) },
  'DELETE /users/admin/groups/{id}': { request: storedGroup },
  'POST /users/admin/groups/{id}/customers': {
    request: async (records) => ({ ...(await storedGroup(records)), body: { emails: ['nobody@example.com'] } }),
  },
  'GET /users/admin/{id}/export': { request: ({ people }) => ({ params: { id: people.customer.id } }) },
  'DELETE /users/admin/{id}/sessions': { request: async () => ({ params: { id: (await registerShopper()).id } }) },
  'DELETE /users/admin/{id}/second-factor': { request: async () => ({ params: { id: (await registerShopper()).id } }) },
  // The stranger is a customer already.
  'PUT /users/admin/{id}/role': {
    request: ({ people }) => ({ params: { id: people.stranger.id }, body: { role: 'user' } }),
  },
  'GET /users/admin/staff': {},
  'POST /users/admin/invitations': {
    request: () => ({ body: { email: `matrix-${randomUUID()}@example.com`, role: 'support' } }),
  },
  'DELETE /users/admin/invitations/{id}': {
    request: () => ({ params: { id: 'f'.repeat(24) } }),
    verdicts: allOf('DELETE /users/admin/invitations/{id}', 'hidden'),
  },
  'POST /users/invitations/view': { request: () => ({ body: { token: 'none' } }) },
  'POST /users/invitations/accept': { request: () => ({ body: { token: 'none', password: newPassword } }) },

  'GET /address': {},
  'POST /address': { request: () => ({ body: addressForm }) },
  'PUT /address/{id}': {
    request: async (records) => ({ ...(await newAddress(records)), body: addressForm }),
    verdicts: forThose('hidden', othersThanCustomer),
  },
  'DELETE /address/{id}': { request: newAddress, verdicts: forThose('hidden', othersThanCustomer) },
  'PATCH /address/default/{id}': { request: newAddress, verdicts: forThose('hidden', othersThanCustomer) },
  'GET /wishlist': {},
  'PUT /wishlist/{id}': { request: byProduct },
  'DELETE /wishlist/{id}': { request: byProduct },

  // Last: it ends the session of the visitor's token.
  'POST /users/logout': {},
};
