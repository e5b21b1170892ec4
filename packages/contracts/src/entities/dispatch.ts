import { z } from 'zod';
import { line, objectId, pageQuery } from '../primitives.js';
import { courier, shipment } from './shipment.js';

/** Orders or parcels of one bulk call. */
const MAX_DISPATCH_BATCH = 100;

/** `to_ship`: units that are in no parcel. `ready`: parcels that have not left the shop. */
const dispatchView = z.enum(['to_ship', 'ready']);

/**
 * `due`: `today` includes what is overdue. `q`: the first digits of PIN codes, or an order number. `courier`: of
 * parcels that are ready.
 */
export const dispatchQuery = pageQuery.extend({
  view: dispatchView.default('to_ship'),
  due: z.enum(['today', 'overdue', 'all']).default('all'),
  q: z.string().trim().max(40).optional(),
  zone: line(80).optional(),
  cod: z.enum(['true', 'false']).optional(),
  courier: courier.optional(),
});

const shipmentLine = z.object({
  lineId: z.string(),
  name: z.string(),
  size: z.string(),
  quantity: z.int().min(1),
  isPersonalised: z.boolean(),
});

const readyParcel = shipment
  .pick({ id: true, awb: true, courier: true, courierName: true, booking: true, createdAt: true, codPaise: true })
  .extend({ units: z.int().min(1) });

/** An order with goods in the shop. Dates in India. */
export const dispatchOrder = z
  .object({
    orderId: objectId,
    orderNumber: z.string(),
    /** The day on which it has to leave. */
    dueDate: z.iso.date(),
    recipient: z.string(),
    city: z.string(),
    pincode: z.string(),
    /** Missing where no zone serves the PIN code. */
    zone: z.string().optional(),
    /** In no parcel yet. */
    lines: z.array(shipmentLine),
    parcels: z.array(readyParcel),
    /** An estimate of `lines`, by the products or their categories. */
    weightGrams: z.int().optional(),
    /** What the courier collects, rupees. */
    cod: z.number().optional(),
    note: z.string().optional(),
    isGift: z.boolean(),
    /** The courier was requested to collect parcels on this day. */
    pickupDate: z.iso.date().optional(),
  })
  .meta({ id: 'DispatchOrder' });
export type DispatchOrder = z.infer<typeof dispatchOrder>;

/** At most MAX_COUNT each. `today` includes `overdue`. */
export const dispatchCounts = z.object({
  overdue: z.int(),
  today: z.int(),
  toShip: z.int(),
  ready: z.int(),
});
export type DispatchCounts = z.infer<typeof dispatchCounts>;

const unique = (ids: readonly string[]) => new Set(ids).size === ids.length;

const shipmentIds = z
  .array(z.string().regex(/^[\w-]{1,60}$/, 'This is not a valid id.'))
  .min(1, 'Select at least one parcel.')
  .max(MAX_DISPATCH_BATCH, `Select at most ${MAX_DISPATCH_BATCH} parcels.`)
  .refine(unique, 'Name each parcel once.');

/** `requestId` makes a repeated request harmless. */
export const dispatchShip = z.object({
  requestId: z.uuid(),
  orderIds: z
    .array(objectId)
    .min(1, 'Select at least one order.')
    .max(MAX_DISPATCH_BATCH, `Select at most ${MAX_DISPATCH_BATCH} orders.`)
    .refine(unique, 'Name each order once.'),
  courier,
});

export const dispatchParcels = z.object({ shipmentIds });

/** `slips`: A4; `labels`: 4 × 6 inches. The courier's own documents need parcels of one courier. */
export const dispatchDocuments = z.object({
  kind: z.enum(['slips', 'labels', 'slips_and_labels', 'manifest', 'courier_labels', 'courier_manifest']),
  shipmentIds,
});
export type DispatchDocumentKind = z.infer<typeof dispatchDocuments>['kind'];

export const dispatchPickup = z.object({ courier, date: z.iso.date(), shipmentIds });

/** What happened to one of many. `message`: why it failed. */
export const dispatchResult = z.object({
  /** Of the order or of the parcel. */
  id: z.string(),
  label: z.string(),
  isDone: z.boolean(),
  shipmentId: z.string().optional(),
  awb: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
export type DispatchResult = z.infer<typeof dispatchResult>;
