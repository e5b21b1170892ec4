import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  dispatchCounts,
  dispatchDocuments,
  dispatchOrder,
  dispatchParcels,
  dispatchPickup,
  dispatchQuery,
  dispatchResult,
  dispatchShip,
} from '../entities/dispatch.js';
import { courier } from '../entities/shipment.js';
import { done, ok, pageInfo } from '../primitives.js';

const bulk = { access: 'orders.write', idempotent: true, deadlineMs: 60_000 } as const;
const results = z.array(dispatchResult);

/** What has to leave the shop. Served by the fulfilment service. */
export const dispatchCalls = defineCalls('fulfilment', {
  'GET /dispatch/orders': {
    summary: 'List orders with goods in the shop by the day on which they have to leave',
    access: 'orders.write',
    query: dispatchQuery,
    /** Only on the first page: `counts`, the names of the `zones`, and the `couriers` that can take parcels. */
    response: ok.extend({
      orders: z.array(dispatchOrder),
      counts: dispatchCounts.optional(),
      zones: z.array(z.string()).optional(),
      couriers: z.array(courier).optional(),
      ...pageInfo,
    }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /dispatch/ship': {
    summary: 'Put all that is left of each order into a parcel. Once per `requestId` and order; each may fail alone',
    ...bulk,
    body: dispatchShip,
    response: done.extend({ results }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /dispatch/dispatched': {
    summary: 'Mark parcels as handed to the courier; each may fail alone',
    ...bulk,
    body: dispatchParcels,
    response: done.extend({ results }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /dispatch/documents': {
    summary: 'Get packing slips, labels or the manifest of parcels as one PDF',
    ...bulk,
    body: dispatchDocuments,
    produces: 'application/pdf',
    response: z.string().meta({ format: 'binary' }),
    errors: [
      'VALIDATION_FAILED',
      'SHIPMENT_NOT_FOUND',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'COURIER_UNAVAILABLE',
      'UNAVAILABLE',
    ],
  },
  'POST /dispatch/pickup': {
    summary: 'Request a courier to collect parcels on a day',
    ...bulk,
    body: dispatchPickup,
    response: done,
    errors: [
      'VALIDATION_FAILED',
      'SHIPMENT_NOT_FOUND',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'COURIER_UNAVAILABLE',
    ],
  },
});
