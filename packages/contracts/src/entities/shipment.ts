import { z } from 'zod';
import { instant, line, objectId, pageQuery, paise, quantity } from '../primitives.js';
import { shipmentStatuses } from '../shipment-statuses.js';

export const shipmentStatus = z.enum(shipmentStatuses);

/** `own`: a courier whose number staff type in. */
export const courier = z.enum(['own', 'shiprocket', 'delhivery']);
export type Courier = z.infer<typeof courier>;

/** Number of a parcel at its courier. */
const awb = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{4,40}$/, 'Enter 4 to 40 letters, digits or dashes.');

/** Weight in grams, sizes in cm. */
const parcel = z.object({
  weightGrams: z.int().min(1).max(50_000),
  lengthCm: z.int().min(1).max(200),
  breadthCm: z.int().min(1).max(200),
  heightCm: z.int().min(1).max(200),
});

/** `requestId` makes a repeated request harmless. */
export const newShipment = z.object({
  requestId: z.uuid().optional(),
  orderId: objectId,
  lines: z
    .array(z.object({ lineId: z.string().min(1).max(40), quantity }))
    .min(1, 'Choose at least one item.')
    .max(100),
  courier,
  awb: awb.optional(),
  parcel: parcel.optional(),
});

export const shipmentChange = z.object({
  status: shipmentStatus,
  place: line(80).optional(),
  note: line(200).optional(),
});

const shipmentEvent = z.object({
  status: shipmentStatus,
  at: instant,
  place: z.string().optional(),
  note: z.string().optional(),
});
const shipmentLine = z.object({
  lineId: z.string(),
  productId: objectId,
  name: z.string(),
  size: z.string(),
  quantity: z.int().min(1),
});
/** What staff request after an attempt that failed. */
const undeliveredAction = z.enum(['reattempt', 'rto']);
/** `date`: of the next attempt. */
export const undeliveredRequest = z.object({
  action: undeliveredAction,
  note: line(200).optional(),
  date: z.iso.date().optional(),
});

/** What the inspection of a returned parcel found. `restock`: the goods can be sold again. */
export const rtoInspection = z.object({
  lines: z
    .array(z.object({ lineId: z.string().min(1).max(40), restock: z.boolean() }))
    .min(1)
    .max(100),
  note: line(200).optional(),
});

/** Parcels that could not be delivered, or are on their way back and not inspected. */
export const undeliveredQuery = pageQuery.extend({ status: z.enum(['undelivered', 'rto']).default('undelivered') });

/** Dates in India. */
const expected = z.object({ from: z.iso.date(), to: z.iso.date() });

/**
 * Of a parcel whose courier has an account: `pending` until the courier has given its number. A booking that fails
 * cancels the parcel.
 */
export const bookingStates = ['pending', 'booked', 'failed', 'cancelling', 'cancelled'] as const;

/** A parcel of an order. */
export const shipment = z
  .object({
    id: z.string(),
    orderId: objectId,
    orderNumber: z.string().optional(),
    status: shipmentStatus,
    courier,
    /** The shipment's id until the courier has given its number. */
    awb: z.string(),
    booking: z
      .object({
        state: z.enum(bookingStates),
        /** Why the last attempt failed, in the courier's words. */
        error: z.string().optional(),
      })
      .optional(),
    /** The carrier, where the courier is an aggregator. */
    courierName: z.string().optional(),
    courierShipmentId: z.string().optional(),
    courierTrackingUrl: z.string().optional(),
    /** What the courier collects, paise. */
    codPaise: paise.optional(),
    /** The last attempt that failed, and how many did. */
    undelivered: z
      .object({
        attempts: z.int().min(1),
        at: instant.optional(),
        reason: z.string().optional(),
        requested: undeliveredAction.optional(),
        requestedDate: z.string().optional(),
        note: z.string().optional(),
      })
      .optional(),
    /** A returned parcel that was inspected in the shop. */
    received: z
      .object({
        at: instant,
        lines: z.array(z.object({ lineId: z.string(), restock: z.boolean() })),
        note: z.string().optional(),
      })
      .optional(),
    parcel: parcel.optional(),
    lines: z.array(shipmentLine),
    createdAt: instant,
    expected: expected.optional(),
    history: z.array(shipmentEvent),
    /** The page that shows where it is, for everybody who has the link. */
    trackingPath: z.string(),
  })
  .meta({ id: 'Shipment' });
export type Shipment = z.infer<typeof shipment>;

/** What a tracking link shows: no personal data beyond the city. */
export const tracking = z
  .object({
    orderNumber: z.string().optional(),
    status: shipmentStatus,
    courier,
    awb: z.string(),
    city: z.string().optional(),
    expected: expected.optional(),
    /** The last expected day has passed. */
    isDelayed: z.boolean(),
    lines: z.array(z.object({ name: z.string(), quantity: z.int().min(1) })),
    history: z.array(shipmentEvent),
  })
  .meta({ id: 'Tracking' });
export type Tracking = z.infer<typeof tracking>;
