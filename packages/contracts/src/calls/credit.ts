import { z } from 'zod';
import { defineCalls } from '../call.js';
import { creditGrant, giftCard, giftCardCode, giftCardIssue, storeCredit } from '../entities/credit.js';
import { done, objectId, ok, pageInfo, pageQuery } from '../primitives.js';

const customer = z.object({ userId: objectId });

/** Served by the payment service, which keeps the ledger. */
export const creditCalls = defineCalls('payment', {
  'GET /credit': {
    summary: "Get the caller's store credit and its movements, newest first",
    access: 'customer',
    query: pageQuery,
    response: ok.extend({ credit: storeCredit }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /credit/redeem': {
    summary: 'Add a gift card to the store credit of the caller; once per card',
    access: 'customer',
    idempotent: true,
    limit: 'credentials',
    body: z.object({ code: giftCardCode }),
    response: done.extend({ credit: storeCredit }),
    errors: ['VALIDATION_FAILED', 'GIFT_CARD_INVALID', 'UNAVAILABLE'],
  },
  'GET /credit/customers/{userId}': {
    summary: 'Get the store credit of a customer',
    access: 'payments.read',
    params: customer,
    query: pageQuery,
    response: ok.extend({ credit: storeCredit }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /credit/customers/{userId}': {
    summary: 'Give a customer store credit for a return or as goodwill; once per `requestId`',
    access: 'refunds.write',
    stepUp: true,
    idempotent: true,
    params: customer,
    body: creditGrant,
    response: done.extend({ credit: storeCredit }),
    errors: ['VALIDATION_FAILED', 'CREDIT_LIMIT', 'CREDIT_GRANTED', 'UNAVAILABLE'],
  },
  'GET /gift-cards': {
    summary: 'List gift cards, newest first',
    access: 'payments.read',
    query: pageQuery,
    response: ok.extend({ giftCards: z.array(giftCard), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /gift-cards': {
    summary: 'Issue a gift card, once per `requestId`; only this response has its code',
    access: 'refunds.write',
    stepUp: true,
    body: giftCardIssue,
    response: done.extend({ giftCard, code: z.string() }),
    errors: ['VALIDATION_FAILED', 'CREDIT_LIMIT', 'GIFT_CARD_ISSUED'],
  },
  'POST /gift-cards/{id}/withdraw': {
    summary: 'Withdraw a gift card that was not redeemed',
    access: 'refunds.write',
    stepUp: true,
    idempotent: true,
    params: z.object({ id: z.uuid() }),
    response: done.extend({ giftCard }),
    errors: ['VALIDATION_FAILED', 'GIFT_CARD_NOT_FOUND', 'GIFT_CARD_REDEEMED'],
  },
});
