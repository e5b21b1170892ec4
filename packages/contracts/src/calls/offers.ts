import { z } from 'zod';
import { defineCalls } from '../call.js';
import { offer, offerInput, offerPreview, runningOffer } from '../entities/offer.js';
import { done, instant, objectId, ok, pageInfo, pageQuery } from '../primitives.js';

const id = z.object({ id: objectId });
const changed = done.extend({ offer });

/** Coupons and automatic offers. Money in rupees. */
export const offerCalls = defineCalls('order', {
  'GET /offers': {
    summary: 'List offers with their uses in pages, newest first',
    access: 'offers.write',
    query: pageQuery,
    response: ok.extend({ offers: z.array(offer), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /offers': {
    summary: 'Create a coupon, or an offer that applies by itself',
    access: 'offers.write',
    status: 201,
    body: offerInput,
    response: changed,
    errors: ['VALIDATION_FAILED', 'OFFER_CODE_TAKEN', 'UNAVAILABLE'],
  },
  'PUT /offers/{id}': {
    summary: 'Replace the terms of an offer; orders keep what they were charged',
    access: 'offers.write',
    params: id,
    /** `updatedAt`: of the offer that the caller saw; any, when missing. */
    body: offerInput.safeExtend({ updatedAt: instant.optional() }),
    response: changed,
    errors: ['VALIDATION_FAILED', 'OFFER_NOT_FOUND', 'OFFER_CODE_TAKEN', 'OFFER_CHANGED', 'UNAVAILABLE'],
  },
  'POST /offers/{id}/end': {
    summary: 'End an offer now',
    access: 'offers.write',
    idempotent: true,
    params: id,
    response: changed,
    errors: ['OFFER_NOT_FOUND'],
  },
  'POST /offers/preview': {
    summary: 'Show which products an offer is for and what they cost with it. Stores nothing',
    access: 'offers.write',
    idempotent: true,
    body: offerInput,
    response: ok.extend({ preview: offerPreview }),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'GET /offers/running': {
    summary: 'List the offers that the shop advertises now',
    access: 'public',
    limit: 'general',
    /** `maxPercent`: the greatest reduction of a product that can be bought, by its sale or an automatic offer. */
    response: ok.extend({ offers: z.array(runningOffer), maxPercent: z.int().min(0).max(100) }),
  },
});
