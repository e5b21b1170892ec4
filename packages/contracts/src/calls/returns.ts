import { z } from 'zod';
import { defineCalls } from '../call.js';
import { newReturn, orderReturn, returnDecision, returnsQuery } from '../entities/return.js';
import { done, objectId, ok, pageInfo } from '../primitives.js';

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
    ],
  },
  'GET /returns': {
    summary: 'List returns, newest first: staff see all, customers their own',
    access: 'customer',
    query: returnsQuery,
    response: ok.extend({ returns: z.array(orderReturn), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
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
