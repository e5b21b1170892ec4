import { z } from 'zod';

const id = z.union([z.number(), z.string()]).transform(String);
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value ? String(value) : undefined));

export const login = z.object({ token: z.string().min(1) });

export const pickupLocations = z.object({
  data: z.object({
    shipping_address: z.array(
      z.object({
        pickup_location: z.string(),
        name: text,
        email: text,
        phone: text,
        address: z.string(),
        city: z.string(),
        state: z.string(),
        country: z.string(),
        pin_code: id,
      }),
    ),
  }),
});

export const serviceability = z.object({
  data: z
    .object({
      available_courier_companies: z
        .array(z.object({ cod: z.coerce.number(), estimated_delivery_days: z.coerce.number().catch(0) }))
        .default([]),
    })
    .default({ available_courier_companies: [] }),
});

export const createdOrder = z.object({ order_id: id, shipment_id: id });

export const foundOrders = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      status: z.string().default(''),
      shipments: z.array(z.object({ id, awb: text, courier: text })).default([]),
    }),
  ),
});
export type FoundOrder = z.output<typeof foundOrders>['data'][number];

export const assignedAwb = z.object({
  awb_assign_status: z.coerce.number(),
  response: z.object({ data: z.object({ awb_code: text, courier_name: text, awb_assign_error: text }) }),
});

export const requestedPickup = z.object({ pickup_status: z.coerce.number() });

export const label = z.object({ label_url: z.url() });
/** Shipments that are not in the label, also when there is none. */
export const missingLabels = z.object({ not_created: z.array(id) });
export const manifest = z.object({ manifest_url: z.url() });
/** A refusal that names the parcels which have a manifest. */
export const existingManifests = z.object({ already_manifested_shipment_ids: z.array(id).min(1) });

const trackingData = z.object({
  shipment_track_activities: z
    .array(
      z.object({
        date: z.string(),
        activity: text,
        location: text,
        status: text,
        'sr-status-label': text,
      }),
    )
    .nullish(),
});
export const trackedParcels = z.record(z.string(), z.object({ tracking_data: trackingData }));

/** The body of a webhook. */
export const shiprocketWebhook = z.object({
  awb: id,
  current_status: text,
  shipment_status: text,
  current_timestamp: text,
  scans: z
    .array(
      z.object({
        date: z.string(),
        activity: text,
        location: text,
        status: text,
        'sr-status-label': text,
      }),
    )
    .nullish(),
});
