import { z } from 'zod';
import { defineCalls } from '../call.js';
import { address, addressInput } from '../entities/address.js';
import { done, objectId, ok } from '../primitives.js';

const id = z.object({ id: objectId });
const wishlist = ok.extend({ productIds: z.array(objectId) });

export const addressBookCalls = defineCalls('user', {
  'GET /address': {
    summary: "List the caller's addresses, the default first",
    source: '§7',
    access: 'customer',
    response: ok.extend({ addresses: z.array(address) }),
  },
  'POST /address': {
    summary: 'Create an address; the first one becomes the default',
    source: '§7',
    access: 'customer',
    status: 201,
    body: addressInput,
    response: done.extend({ address }),
    errors: ['VALIDATION_FAILED'],
  },
  'PUT /address/{id}': {
    summary: 'Update an address',
    source: '§7',
    access: 'customer',
    params: id,
    body: addressInput,
    response: done.extend({ address }),
    errors: ['VALIDATION_FAILED', 'ADDRESS_NOT_FOUND'],
  },
  'DELETE /address/{id}': {
    summary: 'Delete an address; the newest other one replaces a default',
    source: '§7',
    access: 'customer',
    params: id,
    response: done,
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'PATCH /address/default/{id}': {
    summary: 'Set the default address',
    source: '§7',
    access: 'customer',
    params: id,
    response: done.extend({ address }),
    errors: ['ADDRESS_NOT_FOUND'],
  },
  'GET /wishlist': {
    summary: 'List the ids of wishlist products, newest first',
    access: 'customer',
    response: wishlist,
  },
  'PUT /wishlist/{id}': {
    summary: 'Add a product to the wishlist',
    access: 'customer',
    params: id,
    response: wishlist,
  },
  'DELETE /wishlist/{id}': {
    summary: 'Remove a product from the wishlist',
    access: 'customer',
    params: id,
    response: wishlist,
  },
});
