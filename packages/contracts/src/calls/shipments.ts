import { z } from 'zod';
import { defineCalls } from '../call.js';
import { newShipment, shipment, shipmentChange, tracking } from '../entities/shipment.js';
import { done, objectId, ok } from '../primitives.js';

const one = z.object({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w-]+$/, 'not a valid id'),
});

/** Parcels of orders. Served by the fulfilment service; the status of an order follows its parcels. */
export const shipmentCalls = defineCalls('fulfilment', {
  'POST /shipments': {
    summary: 'Ship lines of an order in one parcel. Once per `requestId`',
    access: 'orders.write',
    body: newShipment,
    response: done.extend({ shipment }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NOT_FOUND',
      'ORDER_NOT_SHIPPABLE',
      'SHIPMENT_LINES_INVALID',
      'COURIER_NOT_AVAILABLE',
      'AWB_TAKEN',
      'UNAVAILABLE',
    ],
  },
  'GET /shipments': {
    summary: 'List the parcels of an order, for staff and for its customer',
    access: 'customer',
    query: z.object({ orderId: objectId }),
    response: ok.extend({ shipments: z.array(shipment) }),
    errors: ['VALIDATION_FAILED', 'ORDER_NOT_FOUND'],
  },
  'POST /shipments/{id}/status': {
    summary: 'Set the status of a parcel; the status of the order follows. Idempotent',
    access: 'orders.write',
    idempotent: true,
    params: one,
    body: shipmentChange,
    response: done.extend({ shipment }),
    errors: ['VALIDATION_FAILED', 'SHIPMENT_NOT_FOUND', 'SHIPMENT_STATUS_INVALID'],
  },
  'GET /track/{token}': {
    summary: 'Get where a parcel is, by the token of its link',
    access: 'public',
    limit: 'general',
    params: z.object({ token: z.string().min(20).max(100) }),
    response: ok.extend({ tracking }),
    errors: ['VALIDATION_FAILED', 'SHIPMENT_NOT_FOUND'],
  },
});
