import { z } from 'zod';
import { defineCalls } from '../call.js';
import { product, productInput, productPatch } from '../entities/product.js';
import { productList, productQuery, suggestions, suggestQuery } from '../entities/product-query.js';
import { objectId, ok } from '../primitives.js';

const id = z.object({ id: objectId });

/** Calls that the catalog service owns. */
export const catalogCalls = defineCalls({
  'GET /products/getAll': {
    summary: 'All products, newest first; with any parameter a page of those that match, with pages and facets',
    source: '§7',
    service: 'catalog',
    role: 'public',
    idempotent: true,
    cacheable: true,
    query: productQuery,
    response: ok.extend(productList.shape),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /products/suggest': {
    summary: 'What could be meant by what is typed so far: texts and products, mistakes forgiven',
    source: 'added',
    service: 'catalog',
    role: 'public',
    idempotent: true,
    cacheable: true,
    query: suggestQuery,
    response: ok.extend(suggestions.shape),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /products/getOne/{id}': {
    summary: 'One product',
    source: '§7',
    service: 'catalog',
    role: 'public',
    idempotent: true,
    cacheable: true,
    params: id,
    response: ok.extend({ product }),
    errors: ['PRODUCT_NOT_FOUND'],
  },
  'POST /products/create': {
    summary: 'Add a product',
    source: '§7',
    service: 'catalog',
    role: 'admin',
    idempotent: false,
    status: 201,
    body: productInput,
    response: ok.extend({ product }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /products/update/{id}': {
    summary: 'Change a product; what is left out stays as it is',
    source: '§7',
    service: 'catalog',
    role: 'admin',
    idempotent: true,
    params: id,
    body: productPatch,
    response: ok.extend({ product }),
    errors: ['VALIDATION_FAILED', 'PRODUCT_NOT_FOUND', 'STOCK_BY_SIZE'],
  },
  'DELETE /products/delete/{id}': {
    summary: 'Take a product out of the shop',
    source: '§7',
    service: 'catalog',
    role: 'admin',
    idempotent: true,
    params: id,
    response: ok.extend({ message: z.string() }),
    errors: ['PRODUCT_NOT_FOUND'],
  },
  'POST /products/images/signature': {
    summary: 'Signed fields for one upload straight to the image host',
    source: 'added',
    service: 'catalog',
    role: 'admin',
    idempotent: true,
    response: ok.extend({ upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
    errors: [],
  },
});
