import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.js';
import { indianTime } from './clock.js';
import { CourierError, parse } from './errors.js';
import type { Parcel } from './parcels.js';
import { shiprocketScan } from './webhooks.js';

const text = z.string().trim().min(1);
const money = z.coerce.number().min(0);
const item = z.object({ name: text, sku: text, units: z.coerce.number().int().min(1), selling_price: money });
const sizes = {
  length: z.coerce.number().gt(0.5),
  breadth: z.coerce.number().gt(0.5),
  height: z.coerce.number().gt(0.5),
  weight: z.coerce.number().gt(0),
};
const city = text.max(30, 'The city may not be longer than 30 characters.');
const phone = z.coerce.string().regex(/^\d{10,15}$/, 'The phone number is invalid.');
const pincode = z.coerce.string().regex(/^\d{6}$/, 'The PIN code is invalid.');
const order = z.object({
  order_id: text.max(50),
  order_date: text,
  pickup_location: text,
  billing_customer_name: text,
  billing_address: text,
  billing_city: city,
  billing_pincode: pincode,
  billing_state: text,
  billing_country: text,
  billing_phone: phone,
  order_items: z.array(item).min(1),
  payment_method: z.enum(['COD', 'Prepaid']),
  sub_total: money,
  ...sizes,
});
const returnOrder = z.object({
  order_id: text.max(50),
  order_date: text,
  pickup_customer_name: text,
  pickup_address: text,
  pickup_city: city,
  pickup_state: text,
  pickup_country: text,
  pickup_pincode: pincode,
  pickup_phone: phone,
  shipping_customer_name: text,
  shipping_address: text,
  shipping_pincode: pincode,
  order_items: z.array(item).min(1),
  sub_total: money,
  ...sizes,
});
const shipments = z.object({ shipment_id: z.array(z.coerce.number()).min(1), pickup_date: z.array(text).optional() });
const pickup = shipments.extend({
  shipment_id: z.array(z.coerce.number()).length(1, 'Only one shipment_id can be passed at a time.'),
});
const CARRIERS = [
  { courier_company_id: 24, courier_name: 'Xpressbees Surface', estimated_delivery_days: '3', rate: 92 },
  { courier_company_id: 10, courier_name: 'Delhivery Surface', estimated_delivery_days: '4', rate: 84 },
] as const;

/** `/v1/external`, as in Shiprocket's documentation. */
export function registerShiprocket(app: FastifyInstance, { config, parcels, tracking, publicUrl }: Context): void {
  const token = createHash('sha256').update(`${config.SHIPROCKET_EMAIL}:${config.SHIPROCKET_PASSWORD}`).digest('hex');
  const revoked = new Set<string>();
  const find = (ids: readonly number[]): Parcel[] =>
    ids.map((id) => {
      const parcel = parcels.byShipment(id);
      if (!parcel || parcel.courier !== 'shiprocket') throw new CourierError(400, 'Shipment not found.');
      return parcel;
    });

  app.post('/v1/external/auth/login', async ({ body }) => {
    const { email, password } = parse(z.object({ email: z.string(), password: z.string() }), body);
    if (email !== config.SHIPROCKET_EMAIL || password !== config.SHIPROCKET_PASSWORD)
      throw new CourierError(400, 'Invalid email and password combination');
    revoked.clear();
    return { id: 1, first_name: 'Ranga', last_name: 'Valli', email, company_id: 1, token };
  });
  app.post('/simulate/expire-token', async () => {
    revoked.add(token);
    return { success: true };
  });

  void app.register(async (scope) => {
    scope.addHook('onRequest', async ({ headers }) => {
      const given = Buffer.from(headers.authorization ?? '');
      const expected = Buffer.from(`Bearer ${token}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || revoked.has(token))
        throw new CourierError(401, 'Token has expired');
    });

    scope.get('/v1/external/settings/company/pickup', async () => ({
      data: {
        shipping_address: [
          {
            id: 1,
            pickup_location: config.SHIPROCKET_PICKUP_LOCATION,
            name: 'Rangavalli',
            email: 'shop@rangavalli.example',
            phone: '9876543210',
            address: '1-2-3 Temple Road',
            city: 'Hyderabad',
            state: 'Telangana',
            country: 'India',
            pin_code: '500092',
          },
        ],
      },
    }));

    scope.get('/v1/external/courier/serviceability/', async ({ query }) => {
      const shape = z.object({ pickup_postcode: pincode, delivery_postcode: pincode, weight: money, cod: z.string() });
      const { delivery_postcode: pin, cod } = parse(shape, query);
      const hasCod = !config.NO_COD_PINS.some((prefix) => pin.startsWith(prefix));
      if (config.UNSERVED_PINS.some((prefix) => pin.startsWith(prefix)) || (cod === '1' && !hasCod))
        throw new CourierError(404, 'No courier service available for this pincode.');
      const carriers = CARRIERS.map((carrier) => ({
        ...carrier,
        cod: hasCod ? 1 : 0,
        cod_charges: 30,
        rto_charges: 60,
      }));
      return { status: 200, data: { available_courier_companies: carriers } };
    });

    scope.get('/v1/external/orders', async ({ query }) => {
      const { search = '' } = parse(z.object({ search: z.string().optional() }), query);
      const found = parcels.list.filter(
        ({ courier, reference, awb }) => courier === 'shiprocket' && (reference === search || awb === search),
      );
      return {
        data: found.map(({ orderId, reference, isCancelled, shipmentId, awb = '', carrier }) => ({
          id: orderId,
          channel_order_id: reference,
          status: isCancelled ? 'CANCELED' : awb ? 'READY TO SHIP' : 'NEW',
          shipments: [{ id: shipmentId, awb, courier: awb ? carrier : '' }],
        })),
        meta: { pagination: { total: found.length } },
      };
    });

    scope.post('/v1/external/orders/create/adhoc', async ({ body }) => {
      const facts = parse(order, body);
      if (facts.pickup_location !== config.SHIPROCKET_PICKUP_LOCATION)
        throw new CourierError(422, 'Wrong Pickup location entered. Please choose one location.');
      const parcel = parcels.create({
        courier: 'shiprocket',
        reference: facts.order_id,
        carrier: '',
        name: facts.billing_customer_name,
        address: facts.billing_address,
        city: facts.billing_city,
        pincode: facts.billing_pincode,
        codRupees: facts.payment_method === 'COD' ? facts.sub_total : 0,
        isReturn: false,
      });
      return { order_id: parcel.orderId, shipment_id: parcel.shipmentId, status: 'NEW', status_code: 1, awb_code: '' };
    });

    scope.post('/v1/external/orders/create/return', async ({ body }) => {
      const facts = parse(returnOrder, body);
      const parcel = parcels.create({
        courier: 'shiprocket',
        reference: facts.order_id,
        carrier: '',
        name: facts.pickup_customer_name,
        address: facts.pickup_address,
        city: facts.pickup_city,
        pincode: facts.pickup_pincode,
        codRupees: 0,
        isReturn: true,
      });
      return { order_id: parcel.orderId, shipment_id: parcel.shipmentId, status: 'RETURN PENDING', status_code: 21 };
    });

    scope.post('/v1/external/courier/assign/awb', async ({ body }) => {
      const [parcel] = find([parse(z.object({ shipment_id: z.coerce.number() }), body).shipment_id]);
      if (!parcel) throw new CourierError(400, 'Shipment not found.');
      if (parcel.awb) throw new CourierError(400, 'AWB is already assigned');
      if (config.UNSERVED_PINS.some((prefix) => parcel.pincode.startsWith(prefix)))
        return {
          awb_assign_status: 0,
          response: { data: { awb_assign_error: 'No courier service available for this pincode.' } },
        };
      const carrier = CARRIERS[0];
      const awb = parcels.nextAwb(parcel);
      tracking.move(parcels.save({ ...parcel, awb, carrier: carrier.courier_name }), { status: 'created' });
      const { courier_company_id, courier_name } = carrier;
      return {
        awb_assign_status: 1,
        response: { data: { awb_code: awb, courier_name, courier_company_id, shipment_id: parcel.shipmentId } },
      };
    });

    scope.post('/v1/external/courier/generate/pickup', async ({ body }) => {
      const { shipment_id: ids, pickup_date: dates } = parse(pickup, body);
      const found = find(ids);
      if (found.some(({ isCancelled }) => isCancelled))
        return { pickup_status: 0, response: { data: 'The shipment is cancelled.' } };
      if (found.every(({ pickupOn }) => pickupOn)) throw new CourierError(400, 'Already in Pickup Queue.');
      const pickupOn = dates?.[0] ?? indianTime(new Date()).slice(0, 10);
      for (const parcel of found) parcels.save({ ...parcel, pickupOn });
      return { pickup_status: 1, response: { pickup_scheduled_date: `${pickupOn} 09:00:00`, status: 3 } };
    });

    scope.post('/v1/external/courier/generate/label', async ({ body }) => {
      const found = find(parse(shipments, body).shipment_id);
      const printed = found.filter(({ awb, isCancelled }) => awb && !isCancelled);
      const missing = found.filter((parcel) => !printed.includes(parcel));
      const not_created = missing.map(({ shipmentId }) => shipmentId);
      if (printed.length === 0)
        return { label_created: 0, response: 'No valid shipment ids to print label', not_created };
      const response = 'Label has been created and uploaded successfully!';
      return { label_created: 1, label_url: publicUrl('labels', printed), response, not_created };
    });

    scope.post('/v1/external/manifests/generate', async ({ body }, reply) => {
      const found = find(parse(shipments, body).shipment_id);
      const existing = found.filter(({ hasManifest }) => hasManifest);
      if (existing.length > 0) {
        const message = 'Manifest already generated for some shipment_ids, Please try again after removin them';
        const ids = existing.map(({ shipmentId }) => shipmentId);
        return reply.status(400).send({ message, status_code: 400, already_manifested_shipment_ids: ids });
      }
      for (const parcel of found) parcels.save({ ...parcel, hasManifest: true });
      return { status: 1, manifest_url: publicUrl('manifests', found) };
    });

    scope.post('/v1/external/manifests/print', async ({ body }) => {
      const { order_ids: ids } = parse(z.object({ order_ids: z.array(z.coerce.number()).min(1) }), body);
      const found = parcels.list.filter(({ orderId, hasManifest }) => hasManifest && ids.includes(orderId));
      return { manifest_url: found.length > 0 ? publicUrl('manifests', found) : '' };
    });

    scope.post('/v1/external/orders/cancel', async ({ body }) => {
      const { ids } = parse(z.object({ ids: z.array(z.coerce.number()).min(1) }), body);
      for (const parcel of parcels.list.filter(({ orderId }) => ids.includes(orderId)))
        if (parcel.awb) tracking.move(parcel, { status: 'cancelled' });
        else parcels.save({ ...parcel, isCancelled: true });
      return { status_code: 200, message: 'Order cancelled successfully.' };
    });

    const tracked = (parcel: Parcel) => ({
      tracking_data: {
        track_status: parcel.scans.length > 0 ? 1 : 0,
        shipment_status: parcel.scans.at(-1)?.sr.shipmentCode ?? 0,
        shipment_track: [{ awb_code: parcel.awb, current_status: parcel.scans.at(-1)?.sr.label ?? '' }],
        shipment_track_activities: parcel.scans.map(shiprocketScan).toReversed(),
      },
    });
    scope.get('/v1/external/courier/track/awb/:awb', async ({ params }) => {
      const parcel = parcels.byAwb(parse(z.object({ awb: text }), params).awb);
      if (!parcel) throw new CourierError(404, 'There is no such AWB.');
      return tracked(parcel);
    });
    scope.post('/v1/external/courier/track/awbs', async ({ body }) => {
      const { awbs } = parse(z.object({ awbs: z.array(text).min(1).max(50) }), body);
      return Object.fromEntries(
        awbs.flatMap((awb) => {
          const parcel = parcels.byAwb(awb);
          return parcel ? [[awb, tracked(parcel)]] : [];
        }),
      );
    });

    scope.get('/v1/external/ndr/all', async () => ({
      data: parcels.list
        .filter(({ courier, status }) => courier === 'shiprocket' && status === 'undelivered')
        .map(({ shipmentId, awb, scans }) => ({
          shipment_id: shipmentId,
          awb_code: awb,
          attempts: scans.filter(({ status }) => status === 'undelivered').length,
          reason: scans.at(-1)?.note,
        })),
    }));
    scope.post('/v1/external/ndr/:awb/action', async ({ params, body }) => {
      const parcel = parcels.byAwb(parse(z.object({ awb: text }), params).awb);
      const shape = z.object({ action: z.enum(['re-attempt', 'fake-attempt', 'return']), comments: text });
      const { action } = parse(shape, body);
      if (parcel?.status !== 'undelivered') throw new CourierError(400, 'This shipment is not in NDR.');
      if (action === 'return') tracking.move(parcel, { status: 'rto' });
      else tracking.move(parcel, { status: 'in_transit', reason: 'Re-attempt requested' });
      return { status: 200, message: 'Action taken.' };
    });
  });
}
