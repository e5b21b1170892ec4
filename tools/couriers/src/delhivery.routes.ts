import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.js';
import { localTime } from './clock.js';
import { CourierError, parse } from './errors.js';
import type { Parcel, Scan } from './parcels.js';

const text = z.string().trim().min(1);
const shipment = z.object({
  name: text,
  add: text,
  pin: z.coerce.string(),
  city: z.string().default(''),
  phone: z.union([z.coerce.string(), z.array(z.coerce.string())]),
  order: text.max(50),
  payment_mode: z.enum(['Prepaid', 'COD', 'Pickup', 'REPL']),
  cod_amount: z.coerce.number().min(0).default(0),
});
const creation = z.object({
  shipments: z.array(shipment).length(1, 'One shipment at a time.'),
  pickup_location: z.object({ name: text }),
});
const waybill = z.object({ waybill: z.coerce.string() });

/** As in the documentation of Delhivery's B2C API. */
export function registerDelhivery(app: FastifyInstance, { config, parcels, tracking, publicUrl }: Context): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.addHook('onRequest', async ({ headers }) => {
      const given = Buffer.from(headers.authorization ?? '');
      const expected = Buffer.from(`Token ${config.DELHIVERY_TOKEN}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new CourierError(401, 'Authentication credentials were not provided.');
    });

    scope.get('/c/api/pin-codes/json/', async ({ query }) => {
      const { filter_codes: pin } = parse(z.object({ filter_codes: z.string() }), query);
      if (config.UNSERVED_PINS.some((prefix) => pin.startsWith(prefix))) return { delivery_codes: [] };
      const cod = config.NO_COD_PINS.some((prefix) => pin.startsWith(prefix)) ? 'N' : 'Y';
      return {
        delivery_codes: [
          { postal_code: { pin: Number(pin), pre_paid: 'Y', cod, pickup: 'Y', is_oda: 'N', remarks: '' } },
        ],
      };
    });

    scope.post('/api/cmu/create.json', async ({ body }) => {
      const { data } = parse(z.object({ format: z.literal('json'), data: text }), body);
      const facts = parse(creation, parseJson(data));
      const [one] = facts.shipments;
      if (!one) throw new CourierError(400, 'No shipment.');
      const problem =
        facts.pickup_location.name === config.DELHIVERY_PICKUP_LOCATION
          ? config.UNSERVED_PINS.some((prefix) => one.pin.startsWith(prefix)) || !/^\d{6}$/.test(one.pin)
            ? `${one.pin} is a non serviceable pincode`
            : undefined
          : 'ClientWarehouse matching query does not exist.';
      if (problem)
        return {
          success: false,
          rmk: 'An internal Error has occurred, Please get in touch with client.support@delhivery.com',
          packages: [{ status: 'Fail', waybill: '', refnum: one.order, serviceable: false, remarks: [problem] }],
        };
      const created = parcels.create({
        courier: 'delhivery',
        reference: one.order,
        carrier: 'Delhivery',
        name: one.name,
        city: one.city,
        pincode: one.pin,
        codRupees: one.payment_mode === 'COD' ? one.cod_amount : 0,
        isReturn: one.payment_mode === 'Pickup',
      });
      const parcel = parcels.save({ ...created, awb: parcels.nextAwb(created) });
      tracking.move(parcel, { status: 'created' });
      const { awb, codRupees: cod } = parcel;
      const packed = { status: 'Success', waybill: awb, refnum: one.order, cod_amount: cod, serviceable: true };
      return { success: true, package_count: 1, packages: [{ ...packed, remarks: [''], payment: one.payment_mode }] };
    });

    scope.get('/api/v1/packages/json/', async ({ query }) => {
      const shape = z.object({ waybill: z.string().optional(), ref_ids: z.string().optional() });
      const { waybill: awbs = '', ref_ids: references = '' } = parse(shape, query);
      const [byAwb, byReference] = [awbs, references].map((list) => list.split(',').filter(Boolean));
      if ((byAwb?.length ?? 0) > 50) throw new CourierError(400, 'At most 50 waybills.');
      const found = parcels.list.filter(
        ({ courier, awb, reference }) =>
          courier === 'delhivery' && (byAwb?.includes(awb ?? '') || byReference?.includes(reference)),
      );
      if (found.length === 0) return { Error: 'No such waybill or Order Id found' };
      return { ShipmentData: found.map(toShipment) };
    });

    scope.get('/api/p/packing_slip', async ({ query }) => {
      const { wbns } = parse(z.object({ wbns: text, pdf: z.string() }), query);
      const found = wbns.split(',').flatMap((awb) => parcels.byAwb(awb) ?? []);
      return {
        packages: found.map((parcel) => ({ wbn: parcel.awb, pdf_download_link: publicUrl('labels', [parcel]) })),
        packages_found: found.length,
      };
    });

    scope.post('/fm/request/new/', async ({ body }, reply) => {
      const shape = z.object({
        pickup_time: text,
        pickup_date: z.iso.date(),
        pickup_location: text,
        expected_package_count: z.number().int().min(1),
      });
      const { pickup_date: date, pickup_location: location } = parse(shape, body);
      if (pickups.has(`${location} ${date}`))
        return reply.status(400).send({ pr_exist: true, data: { message: 'Pickup request already exists' } });
      pickups.add(`${location} ${date}`);
      return reply.status(201).send({ pickup_id: pickups.size, incoming_center_name: 'Hyderabad_Balanagar_H' });
    });

    scope.post('/api/p/edit', async ({ body }) => {
      const { waybill: awb, cancellation } = parse(waybill.extend({ cancellation: z.string() }), body);
      const parcel = parcels.byAwb(awb);
      if (!parcel || cancellation !== 'true') return { status: 'Failure', error: 'No such waybill' };
      if (parcel.isCancelled || parcel.status === 'rto')
        return { status: true, remark: 'Shipment is already cancelled' };
      if (parcel.status === 'delivered') return { status: 'Failure', error: 'The shipment is delivered' };
      tracking.move(parcel, { status: parcel.status === 'created' ? 'cancelled' : 'rto' });
      return { status: true, waybill: awb, remark: 'Shipment has been cancelled.' };
    });

    scope.post('/api/p/update', async ({ body }) => {
      const action = waybill.extend({ act: z.enum(['RE-ATTEMPT', 'DEFER_DLV', 'EDIT_DETAILS']) });
      const { data } = parse(z.object({ data: z.array(action).min(1) }), body);
      for (const { waybill: awb } of data) {
        const parcel = parcels.byAwb(awb);
        if (parcel?.status !== 'undelivered') throw new CourierError(400, 'The package is not pending.');
        tracking.move(parcel, { status: 'in_transit', reason: 'Re-attempt requested' });
      }
      return { request_id: `UPL${Date.now()}` };
    });
  });
}

const pickups = new Set<string>();

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    throw new CourierError(400, 'format key missing in POST');
  }
}

const toStatus = ({ at, place, note, dl }: Scan) => ({
  Status: dl.status,
  StatusType: dl.type,
  StatusDateTime: localTime(at),
  StatusLocation: place,
  Instructions: note,
  StatusCode: dl.code,
});

function toShipment({ awb, reference, scans }: Parcel) {
  const last = scans.at(-1);
  return {
    Shipment: {
      AWB: awb,
      ReferenceNo: reference,
      Status: last ? toStatus(last) : {},
      Scans: scans.map(({ at, place, note, dl }) => ({
        ScanDetail: {
          Scan: dl.status,
          ScanType: dl.type,
          ScanDateTime: localTime(at),
          StatusDateTime: localTime(at),
          ScannedLocation: place,
          StatusCode: dl.code,
          Instructions: note,
        },
      })),
    },
  };
}
