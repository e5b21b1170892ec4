import { defineCalls } from '../call.js';
import { shopChecklist, shopDetails, shopSettings } from '../entities/shop.js';
import { done, ok } from '../primitives.js';

/** Served by the order service, whose invoices need the settings. */
export const shopCalls = defineCalls('order', {
  'GET /shop': {
    summary: 'Get the details of the shop that law pages and product pages show; browsers cache them for a minute',
    access: 'public',
    response: ok.extend({ shop: shopDetails }),
  },
  'GET /shop/settings': {
    summary: 'Get the legal and tax details of the shop, and what is missing before it sells',
    access: 'shop.read',
    response: ok.extend({ settings: shopSettings, checklist: shopChecklist }),
  },
  'PUT /shop/settings': {
    summary: 'Change the legal and tax details of the shop; issued invoices stay as they are',
    access: 'shop.write',
    stepUp: true,
    body: shopSettings,
    response: done.extend({ settings: shopSettings, checklist: shopChecklist }),
    errors: ['VALIDATION_FAILED'],
  },
});
