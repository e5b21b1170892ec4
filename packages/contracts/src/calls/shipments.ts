import { z } from 'zod';
import { defineCalls } from '../call.js';
import { bookedPickup, returnPickup } from '../entities/return.js';
import {
  newShipment,
  rtoInspection,
  shipment,
  shipmentChange,
  tracking,
  undeliveredQuery,
  undeliveredRequest,
} from '../entities/shipment.js';
import { done, objectId, ok, pageInfo } from '../primitives.js';

const one = z.object({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w-]+$/, 'This is not a valid id.'),
});

/** Parcels of orders, and of returns. Served by the fulfilment service; the status of an order follows its parcels. */
const webhook = {
  access: 'public',
  idempotent: true,
  rawBody: true,
  limit: 'unlimited',
  body: z.looseObject({}),
  response: ok,
  errors: ['WEBHOOK_KEY_INVALID', 'UNAVAILABLE'],
} as const;

export const shipmentCalls = defineCalls('fulfilment', {
  'POST /shipments': {
    summary: 'Ship lines of an order in one parcel. Once per `requestId`',
    access: 'orders.write',
    /** The courier's API may be slow. */
    deadlineMs: 25_000,
    body: newShipment,
    response: done.extend({ shipment }),
    errors: [
      'VALIDATION_FAILED',
      'ORDER_NOT_FOUND',
      'ORDER_NOT_SHIPPABLE',
      'SHIPMENT_LINES_INVALID',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'AWB_TAKEN',
      'UNAVAILABLE',
    ],
  },
  'POST /returns/{id}/pickup': {
    summary: 'Book the courier that collects the goods of a return from the customer. Idempotent',
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 25_000,
    params: z.object({ id: objectId }),
    body: returnPickup,
    response: done.extend({ pickup: bookedPickup }),
    errors: [
      'VALIDATION_FAILED',
      'RETURN_NOT_FOUND',
      'RETURN_DECIDED',
      'PICKUP_BOOKED',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'COURIER_UNAVAILABLE',
      'UNAVAILABLE',
    ],
  },
  'DELETE /returns/{id}/pickup': {
    summary: 'Cancel the pick-up of a return at its courier, which has not collected the goods yet. Idempotent',
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 25_000,
    params: z.object({ id: objectId }),
    response: done,
    errors: [
      'VALIDATION_FAILED',
      'RETURN_NOT_FOUND',
      'PICKUP_PENDING',
      'PICKUP_COLLECTED',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'COURIER_UNAVAILABLE',
      'UNAVAILABLE',
    ],
  },
  'GET /shipments': {
    summary: 'List the parcels of an order, for staff and for its customer',
    access: 'customer',
    query: z.object({ orderId: objectId }),
    response: ok.extend({
      shipments: z.array(shipment),
      /** For staff, of an order with parcels: the units that are in none. */
      left: z.array(z.object({ lineId: z.string(), quantity: z.int().min(1) })).optional(),
    }),
    errors: ['VALIDATION_FAILED', 'ORDER_NOT_FOUND'],
  },
  'GET /shipments/ndr': {
    summary: 'List parcels that could not be delivered, or are on their way back to the shop; newest orders first',
    access: 'orders.read',
    query: undeliveredQuery,
    response: ok.extend({ shipments: z.array(shipment), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /shipments/{id}/ndr': {
    summary: 'Request another attempt of a parcel that could not be delivered, or its return. Idempotent',
    access: 'orders.write',
    idempotent: true,
    deadlineMs: 25_000,
    params: one,
    body: undeliveredRequest,
    response: done.extend({ shipment }),
    errors: [
      'VALIDATION_FAILED',
      'SHIPMENT_NOT_FOUND',
      'SHIPMENT_STATUS_INVALID',
      'COURIER_NOT_AVAILABLE',
      'COURIER_REFUSED',
      'COURIER_UNAVAILABLE',
    ],
  },
  'POST /shipments/{id}/rto-received': {
    summary: 'Record the inspection of a parcel that came back; its units can be shipped again. Idempotent',
    access: 'orders.write',
    idempotent: true,
    params: one,
    body: rtoInspection,
    response: done.extend({ shipment }),
    errors: ['VALIDATION_FAILED', 'SHIPMENT_NOT_FOUND', 'SHIPMENT_STATUS_INVALID', 'SHIPMENT_LINES_INVALID'],
  },
  'POST /shipments/webhook/aggregator': {
    summary: "Receive Shiprocket's scans, authenticated by the header x-api-key",
    ...webhook,
  },
  'POST /shipments/webhook/sr': {
    summary: 'The same as POST /shipments/webhook/aggregator, whose address Shiprocket accepts',
    ...webhook,
  },
  'POST /shipments/webhook/dl': {
    summary: "Receive Delhivery's scans, authenticated by the header x-api-key",
    ...webhook,
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
