import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  cashEntry,
  cashQuery,
  codConfirmation,
  codSettings,
  methodOffer,
  remittanceResult,
  remittances,
} from '../entities/cash.js';
import { order } from '../entities/order.js';
import { done, ok, pageInfo } from '../primitives.js';

const pincode = z.string().regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code, such as 500092.');

/** Cash on delivery. The settings of online payments are in `calls/payment.ts`. */
export const cashCalls = defineCalls('order', {
  'POST /orders/cod/confirm': {
    summary: 'Confirm an order that is paid on delivery with the emailed code, which places it',
    access: 'customer',
    idempotent: true,
    deadlineMs: 20_000,
    body: codConfirmation,
    response: done.extend({ order }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'ORDER_NOT_FOUND',
      'CONFIRMATION_CODE_INVALID',
      'CONFIRMATION_CODE_EXPIRED',
      'CHECKOUT_ENDED',
      'OUT_OF_STOCK',
      'UNAVAILABLE',
    ],
  },
  'GET /payments/methods': {
    summary: 'List the ways to pay for the current cart, with totals and why a method is not available',
    access: 'customer',
    /** `useCredit`: whether the customer wants to spend store credit. */
    query: z.object({ pincode: pincode.optional(), useCredit: z.enum(['true', 'false']).optional() }),
    /** `credit`: the store credit of the customer, rupees; missing when it is not known. */
    response: ok.extend({ methods: z.array(methodOffer), credit: z.number().optional() }),
    errors: ['VALIDATION_FAILED', 'CART_EMPTY', 'PIN_NOT_SERVED', 'PERSONALISATION_INVALID', 'UNAVAILABLE'],
  },
  'GET /payments/cod/settings': {
    summary: 'Get the rules of cash on delivery',
    access: 'payments.read',
    response: ok.extend({ settings: codSettings }),
  },
  'PUT /payments/cod/settings': {
    summary: 'Change the rules of cash on delivery; they apply to checkouts that begin later',
    access: 'payments.settings',
    stepUp: true,
    body: codSettings,
    response: done.extend({ settings: codSettings }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /payments/cod/remittances': {
    summary: 'Compare cash that a courier has paid with the orders, and record what matches. Idempotent by reference',
    access: 'cash.write',
    idempotent: true,
    deadlineMs: 30_000,
    body: remittances,
    /** `recorded`: rupees of the matching rows. */
    response: done.extend({ rows: z.array(remittanceResult), recorded: z.number() }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'GET /payments/cod/cash': {
    summary: 'List the cash of orders that are paid on delivery, newest order first',
    access: 'payments.read',
    query: cashQuery,
    /** `sums`: rupees to be collected, and collected but not paid to the shop; only on the first page. */
    response: ok.extend({
      cash: z.array(cashEntry),
      sums: z.object({ due: z.number(), collected: z.number() }).optional(),
      ...pageInfo,
    }),
    errors: ['VALIDATION_FAILED'],
  },
});
