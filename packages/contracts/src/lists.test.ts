import { z } from 'zod';
import { type CallKey, calls, getCall } from './calls.js';
import { MAX_LIST_LENGTH } from './primitives.js';

const keys = Object.keys(calls) as CallKey[];
const responseFields = (key: CallKey): Record<string, z.ZodType> => {
  const { response } = getCall(key);
  return response instanceof z.ZodObject ? (response.shape as Record<string, z.ZodType>) : {};
};
const isList = (field: z.ZodType): boolean => field instanceof z.ZodArray;

/** Lists without pages, each with its bound. */
const boundedLists: Partial<Record<CallKey, string>> = {
  'GET /products/suggest': 'at most 10',
  'GET /search/synonyms': 'at most 300',
  'GET /search/terms': 'at most 100',
  'GET /offers/running': 'at most 20',
  'GET /payments/methods': 'at most 3',
  'GET /payments/admin/{orderId}': 'the newest 100 deliveries of one order',
  'GET /users/sessions': 'the active sessions of one account',
  'GET /users/consents': 'the consents of one account',
  'GET /users/admin/staff': 'the newest 500 members of staff, the newest 200 invitations',
  'GET /address': 'at most 50',
  'GET /wishlist': 'of one account',
  'GET /reviews/own': 'the products of one order',
  'GET /shipments': 'the parcels of one order',
  'GET /notifications/templates': 'one entry per kind',
  'GET /shop/settings': 'one entry per item of the checklist',
  'GET /system': 'one for each slice',
  'GET /orders/payment-links': 'the pending payment links of one customer',
  'GET /users/admin/groups': 'at most 100',
  'GET /users/jwks': 'the signing keys',
};

describe('lists', () => {
  it('have pages by cursor, unless something else bounds them', () => {
    const unpaged = keys.filter((key) => {
      const fields = responseFields(key);
      return key.startsWith('GET ') && Object.values(fields).some(isList) && !('nextCursor' in fields);
    });
    expect(unpaged.toSorted()).toEqual(Object.keys(boundedLists).toSorted());
  });

  it('take a bounded limit and the cursor that they return', () => {
    const paged = keys.filter((key) => 'nextCursor' in responseFields(key));
    expect(paged.length).toBeGreaterThan(8);
    for (const key of paged) {
      const query = getCall(key).query as z.ZodObject;
      const needed = 'productId' in query.shape ? { productId: 'f'.repeat(24) } : {};
      expect([key, query.safeParse({ ...needed, limit: '100', cursor: 'x' }).success]).toEqual([key, true]);
      for (const invalid of [{ limit: '101' }, { limit: '0' }, { cursor: 'x'.repeat(1_001) }])
        expect([key, query.safeParse({ ...needed, ...invalid }).success]).toEqual([key, false]);
    }
  });

  it('that are documented keep their shape, name their rate limit, and end at 500', () => {
    for (const key of ['GET /orders/{userId}', 'GET /orders/admin/all'] as const) {
      const { response, limit, query, summary } = getCall(key);
      expect(response).toBeInstanceOf(z.ZodArray);
      expect([limit, query?.safeParse({ limit: 500 }).success, query?.safeParse({ limit: 501 }).success]).toEqual([
        'general',
        true,
        false,
      ]);
      expect(summary).toContain(String(MAX_LIST_LENGTH));
    }
    const { limit, summary } = getCall('GET /products/getAll');
    expect([limit, summary.includes(String(MAX_LIST_LENGTH))]).toEqual(['general', true]);
  });
});
