import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  evidenceUpload,
  newReturn,
  orderReturn,
  returnDecision,
  returnShipment,
  returnsQuery,
} from '../entities/return.js';
import { done, line, objectId, ok, pageInfo } from '../primitives.js';

/** Goods that come back: refund, store credit or exchange, line by line. Served by the order service. */
export const returnCalls = defineCalls('order', {
  'POST /returns': {
    summary: 'Request to return delivered items. Once per `requestId`',
    access: 'customer',
    idempotent: true,
    body: newReturn,
    response: done.extend({ return: orderReturn }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NUMBER_INVALID',
      'ORDER_NOT_FOUND',
      'RETURN_NOT_ALLOWED',
      'RETURN_LINES_INVALID',
      'EXCHANGE_NOT_POSSIBLE',
      'UNAVAILABLE',
    ],
  },
  'GET /returns': {
    summary: 'List returns, newest first: staff see all, customers their own',
    access: 'customer',
    query: returnsQuery,
    response: ok.extend({ returns: z.array(orderReturn), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /returns/media/signature': {
    summary: 'Sign the direct upload of one photo or video for a return of an own order; staff for an inspection',
    access: 'customer',
    idempotent: true,
    body: evidenceUpload,
    response: ok.extend({ upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
    errors: ['VALIDATION_FAILED', 'ORDER_NUMBER_INVALID', 'ORDER_NOT_FOUND', 'RETURN_NOT_ALLOWED', 'UNAVAILABLE'],
  },
  'POST /returns/{id}/shipment': {
    summary:
      'Record how the goods of a return come back: customers that they sent them, staff also pick-up and receipt',
    access: 'customer',
    idempotent: true,
    params: z.object({ id: objectId }),
    body: returnShipment,
    response: done.extend({ return: orderReturn }),
    errors: ['VALIDATION_FAILED', 'RETURN_NOT_FOUND', 'RETURN_DECIDED', 'FORBIDDEN', 'UNAVAILABLE'],
  },
  'POST /returns/{id}/payout': {
    summary: 'Record that the refund of an order that was paid in cash was paid by UPI or bank transfer. Idempotent',
    access: 'refunds.write',
    idempotent: true,
    params: z.object({ id: objectId }),
    body: z.object({ reference: line(60) }),
    response: done.extend({ return: orderReturn }),
    errors: ['VALIDATION_FAILED', 'RETURN_NOT_FOUND', 'PAYOUT_NOT_DUE', 'UNAVAILABLE'],
  },
  'POST /returns/{id}/decision': {
    summary: 'Accept or refuse the lines of a return after inspection: refunds, credits and restocks. Idempotent',
    access: 'orders.write',
    idempotent: true,
    params: z.object({ id: objectId }),
    body: returnDecision,
    response: done.extend({ return: orderReturn }),
    errors: [
      'VALIDATION_FAILED',
      'RETURN_NOT_FOUND',
      'RETURN_DECIDED',
      'RETURN_LINES_INVALID',
      'RETURN_NOT_ALLOWED',
      'REFUND_LIMIT',
      'EXCHANGE_NOT_POSSIBLE',
      'UNAVAILABLE',
    ],
  },
});
