import { z } from 'zod';
import { defineCalls } from '../call.js';
import { product, productInput, productPatch } from '../entities/product.js';
import { productList, productQuery, suggestions, suggestQuery } from '../entities/product-query.js';
import { done, objectId, ok } from '../primitives.js';

const id = z.object({ id: objectId });

export const catalogCalls = defineCalls('catalog', {
  'GET /products/getAll': {
    summary: 'List the newest products, at most 500; with any parameter, one page of the matching products with facets',
    source: '§7',
    access: 'public',
    limit: 'general',
    cacheable: true,
    query: productQuery,
    response: ok.extend(productList.shape),
    errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  },
  'GET /products/suggest': {
    summary: 'Suggest search phrases and products for a partial query, tolerating typos',
    access: 'public',
    cacheable: true,
    query: suggestQuery,
    response: ok.extend(suggestions.shape),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /products/getOne/{id}': {
    summary: 'Get a product',
    source: '§7',
    access: 'public',
    cacheable: true,
    params: id,
    response: ok.extend({ product }),
    errors: ['PRODUCT_NOT_FOUND'],
  },
  'POST /products/create': {
    summary: 'Create a product',
    source: '§7',
    access: 'products.write',
    status: 201,
    body: productInput,
    response: ok.extend({ product }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /products/update/{id}': {
    summary: 'Update a product; omitted fields keep their values',
    source: '§7',
    access: 'products.write',
    params: id,
    body: productPatch,
    response: ok.extend({ product }),
    errors: ['VALIDATION_FAILED', 'PRODUCT_NOT_FOUND', 'STOCK_BY_SIZE', 'STOCK_CHANGED'],
  },
  'DELETE /products/delete/{id}': {
    summary: 'Delete a product',
    source: '§7',
    access: 'products.write',
    params: id,
    response: done,
    errors: ['PRODUCT_NOT_FOUND'],
  },
  'POST /products/images/signature': {
    summary: 'Sign one direct upload to the image host',
    access: 'uploads.write',
    idempotent: true,
    response: ok.extend({ upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
  },
});
