import { AppError } from '@rangavalli/service-kit/app-error';
import { formatIndianTime, readCourierTime } from './courier-clock.js';
import { CourierHttp, type CourierResponse, isRefusal, refusal, sentenceOf } from './courier-http.js';
import { statusOfShiprocket } from './courier-labels.js';
import type {
  BookedParcel,
  CourierAdapter,
  CourierEvent,
  ParcelLine,
  ParcelReference,
  ParcelToBook,
  PickupOutcome,
  ReturnToBook,
  Serviceability,
  ServiceabilityQuery,
  UndeliveredAction,
} from './courier.js';
import { mapBounded } from './map-bounded.js';
import { mergePdfs } from './merge-pdfs.js';
import {
  assignedAwb,
  createdOrder,
  existingManifests,
  foundOrders,
  type FoundOrder,
  label,
  manifest,
  missingLabels,
  pickupLocations,
  requestedPickup,
  serviceability,
  trackedParcels,
} from './shiprocket-entities.js';
import { ShiprocketSession } from './shiprocket-session.js';

export interface ShiprocketAccount {
  apiUrl: string;
  email: string;
  password: string;
  /** Nickname of the address where parcels are collected. */
  pickupLocation: string;
  timeoutMs: number;
}

const TRACKING_PAGE = 'https://shiprocket.co/tracking/';
const MAX_CITY_LENGTH = 30;

/** An aggregator: it selects the carrier, which gives the number. */
export class Shiprocket implements CourierAdapter {
  readonly courier = 'shiprocket';
  private readonly http: CourierHttp;
  private readonly session: ShiprocketSession;
  private origin: ReturnType<Shiprocket['readOrigin']> | undefined;

  constructor(private readonly account: ShiprocketAccount) {
    this.http = new CourierHttp('Shiprocket', account.apiUrl, account.timeoutMs);
    this.session = new ShiprocketSession(this.http, { email: account.email, password: account.password });
  }

  async checkServiceability({ pincode, weightGrams, cod }: ServiceabilityQuery): Promise<Serviceability> {
    const query = {
      pickup_postcode: (await this.findOrigin()).pin_code,
      delivery_postcode: pincode,
      weight: String(weightGrams / 1_000),
      cod: cod ? '1' : '0',
    };
    const response = await this.session.request({ path: '/courier/serviceability/', query });
    if (response.status === 404) return { serviceable: false, cod: false };
    const { available_courier_companies: carriers } = this.http.parse(serviceability, response).data;
    const days = carriers.map(({ estimated_delivery_days: value }) => value).filter((value) => value > 0);
    return {
      serviceable: carriers.length > 0,
      cod: carriers.some((carrier) => carrier.cod === 1),
      ...(days.length > 0 ? { days: Math.min(...days) } : {}),
    };
  }

  /** Without an idempotency key, the reference is looked up before each creation. */
  async createShipment(parcel: ParcelToBook): Promise<BookedParcel> {
    const { reference, recipient, lines, codPaise } = parcel;
    const order = {
      ...this.describe(parcel),
      order_id: reference,
      pickup_location: this.account.pickupLocation,
      ...addressAs('billing', recipient),
      billing_last_name: '',
      shipping_is_billing: true,
      payment_method: codPaise > 0 ? 'COD' : 'Prepaid',
      sub_total: (codPaise || sumOf(lines)) / 100,
    };
    return this.book(reference, '/orders/create/adhoc', order);
  }

  /** Shiprocket leaves out parcels that it makes no label for. */
  async getLabelPdf(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const json = { shipment_id: idsOf(parcels) };
    const request = { method: 'POST', path: '/courier/generate/label', json, isRead: true } as const;
    const response = await this.session.request(request);
    const { not_created: missing = [] } = missingLabels.safeParse(response.body).data ?? {};
    if (missing.length > 0) {
      const named = missing.map((id) => parcels.find(({ courierShipmentId }) => courierShipmentId === id)?.awb ?? id);
      throw new AppError('COURIER_REFUSED', { message: `Shiprocket has no label for ${named.join(', ')}.` });
    }
    return this.http.download(this.http.parse(label, response).label_url);
  }

  /** A request of Shiprocket names one parcel. */
  async requestPickup(parcels: readonly ParcelReference[], date: string): Promise<PickupOutcome> {
    const outcome: PickupOutcome = { failures: [], known: [] };
    await mapBounded(parcels, async (parcel) => {
      const { awb } = parcel;
      try {
        if ((await this.requestOnePickup(parcel, date)) === 'known') outcome.known.push(awb);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcome.failures.push({ awb, error });
      }
    });
    return outcome;
  }

  /** A parcel has one manifest: those that have one are printed again, the others receive a new one. */
  async createManifestPdf(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const response = await this.requestManifest(parcels);
    if (response.status < 400) return this.downloadManifest(response);
    const { data } = existingManifests.safeParse(response.body);
    const hasManifest = ({ courierShipmentId: id }: ParcelReference) =>
      data?.already_manifested_shipment_ids.includes(id) ?? false;
    const existing = parcels.filter(hasManifest);
    if (existing.length === 0) throw refusal(response.body);
    const others = parcels.filter((parcel) => !hasManifest(parcel));
    const files = others.length > 0 ? [await this.downloadManifest(await this.requestManifest(others))] : [];
    return mergePdfs([...files, await this.printManifests(existing)]);
  }

  async track(awbs: readonly string[]): Promise<CourierEvent[]> {
    const request = { method: 'POST', path: '/courier/track/awbs', json: { awbs }, isRead: true } as const;
    const tracked = await this.session.read(trackedParcels, request);
    return Object.entries(tracked).flatMap(
      ([
        awb,
        {
          tracking_data: { shipment_track_activities: scans },
        },
      ]) => (scans ?? []).flatMap((scan) => toShiprocketEvent(awb, scan) ?? []),
    );
  }

  async reattemptDelivery({ awb }: ParcelReference, { action, note, date }: UndeliveredAction): Promise<void> {
    const json = {
      action: action === 'rto' ? 'return' : 're-attempt',
      comments: note ?? (action === 'rto' ? 'Please return to the shop' : 'Please deliver again'),
      ...(date ? { deferred_date: date } : {}),
    };
    const path = `/ndr/${encodeURIComponent(awb)}/action`;
    const response = await this.session.request({ method: 'POST', path, json });
    if (response.status >= 400) throw refusal(response.body);
  }

  async createReturn(parcel: ReturnToBook): Promise<BookedParcel> {
    const origin = await this.findOrigin();
    const order = {
      ...this.describe(parcel),
      order_id: parcel.reference,
      ...addressAs('pickup', parcel.recipient),
      shipping_customer_name: origin.name ?? this.account.pickupLocation,
      shipping_address: origin.address,
      shipping_city: origin.city,
      shipping_state: origin.state,
      shipping_country: origin.country,
      shipping_pincode: origin.pin_code,
      shipping_phone: origin.phone ?? '',
      payment_method: 'PREPAID',
      sub_total: sumOf(parcel.lines) / 100,
    };
    return this.book(parcel.reference, '/orders/create/return', order, parcel.pickupOn);
  }

  async cancel({ reference }: { reference: string }): Promise<void> {
    const orders = await this.findOrders(reference);
    if (orders.length > 0) await this.cancelOrders(orders.map(({ id }) => id));
  }

  /**
   * Cancels the order when a step after its creation is refused: a new booking has a new reference.
   * @param pickupOn of a return
   */
  private async book(reference: string, path: string, order: object, pickupOn?: string): Promise<BookedParcel> {
    const [existing] = await this.findOrders(reference);
    const shipment = existing?.shipments[0];
    const { order_id: orderId, shipment_id: id } =
      existing && shipment
        ? { order_id: existing.id, shipment_id: shipment.id }
        : await this.session.read(createdOrder, { method: 'POST', path, json: order });
    try {
      const parcel = shipment?.awb ? booked(id, shipment.awb, shipment.courier) : await this.assignAwb(id, path);
      if (pickupOn) await this.requestOnePickup(parcel, pickupOn);
      return parcel;
    } catch (error) {
      if (isRefusal(error)) await this.cancelRefused(orderId);
      throw error;
    }
  }

  /** @throws AppError COURIER_UNAVAILABLE, so that the booking is tried again and the order cancelled then */
  private async cancelRefused(orderId: string): Promise<void> {
    try {
      await this.cancelOrders([orderId]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  private async assignAwb(id: string, path: string): Promise<BookedParcel> {
    const json = { shipment_id: id, ...(path.endsWith('return') ? { is_return: 1 } : {}) };
    const { awb_assign_status: status, response } = await this.session.read(assignedAwb, {
      method: 'POST',
      path: '/courier/assign/awb',
      json,
    });
    const { awb_code: awb, courier_name: name, awb_assign_error: message } = response.data;
    if (status === 1 && awb) return booked(id, awb, name);
    throw refusal({ message: message ?? 'No carrier takes this parcel.' });
  }

  /** The status of the response is no success yet; a repeated request is refused with a sentence. */
  private async requestOnePickup({ courierShipmentId }: ParcelReference, date: string): Promise<'requested' | 'known'> {
    const json = { shipment_id: [courierShipmentId], pickup_date: [date] };
    const { status, body } = await this.session.request({ method: 'POST', path: '/courier/generate/pickup', json });
    if (status < 400 && requestedPickup.safeParse(body).data?.pickup_status === 1) return 'requested';
    if (!/already|duplicate/i.test(sentenceOf(body) ?? '')) throw refusal(body);
    return 'known';
  }

  private requestManifest(parcels: readonly ParcelReference[]): Promise<CourierResponse> {
    const json = { shipment_id: idsOf(parcels) };
    return this.session.request({ method: 'POST', path: '/manifests/generate', json });
  }

  private async printManifests(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const orders = await mapBounded(parcels, async ({ awb }) => {
      const order = (await this.search(awb)).find(({ shipments }) => shipments.some((one) => one.awb === awb));
      if (!order) throw new AppError('COURIER_REFUSED', { message: `Shiprocket has no order with AWB ${awb}.` });
      return order.id;
    });
    const json = { order_ids: orders };
    const print = { method: 'POST', path: '/manifests/print', json, isRead: true } as const;
    return this.downloadManifest(await this.session.request(print));
  }

  private downloadManifest(response: CourierResponse): Promise<Buffer> {
    return this.http.download(this.http.parse(manifest, response).manifest_url);
  }

  private async cancelOrders(ids: readonly string[]): Promise<void> {
    const json = { ids: ids.map(Number) };
    const response = await this.session.request({ method: 'POST', path: '/orders/cancel', json, isRead: true });
    if (response.status >= 400) throw refusal(response.body);
  }

  /** Returns those that are not cancelled. */
  private async findOrders(reference: string): Promise<FoundOrder[]> {
    return (await this.search(reference)).filter(
      ({ channel_order_id: id, status }) => id === reference && !/^cancel/i.test(status),
    );
  }

  private async search(text: string): Promise<FoundOrder[]> {
    return (await this.session.read(foundOrders, { path: '/orders', query: { search: text } })).data;
  }

  private describe({ orderNumber, orderedAt, lines, size }: Omit<ParcelToBook, 'codPaise'>) {
    return {
      order_date: formatIndianTime(orderedAt),
      comment: orderNumber,
      order_items: lines.map(({ productId, name, size: label, quantity, unitPaise, hsn }) => ({
        name: [name, label].filter(Boolean).join(', '),
        sku: [productId, label].filter(Boolean).join('-').slice(0, 50),
        units: quantity,
        selling_price: unitPaise / 100,
        ...(hsn ? { hsn } : {}),
      })),
      length: size.lengthCm,
      breadth: size.breadthCm,
      height: size.heightCm,
      weight: size.weightGrams / 1_000,
    };
  }

  /** The shop's address at Shiprocket, cached once it was read. */
  private findOrigin(): ReturnType<Shiprocket['readOrigin']> {
    this.origin ??= this.readOrigin();
    this.origin.catch(() => (this.origin = undefined));
    return this.origin;
  }

  private async readOrigin() {
    const { shipping_address: addresses } = (
      await this.session.read(pickupLocations, {
        path: '/settings/company/pickup',
      })
    ).data;
    const found = addresses.find(({ pickup_location: name }) => name === this.account.pickupLocation);
    if (!found)
      throw new AppError('COURIER_REFUSED', {
        message: `Shiprocket has no pickup location "${this.account.pickupLocation}".`,
      });
    return found;
  }
}

const booked = (courierShipmentId: string, awb: string, courierName = 'Shiprocket'): BookedParcel => ({
  awb,
  courierName,
  courierShipmentId,
  trackingUrl: `${TRACKING_PAGE}${encodeURIComponent(awb)}`,
});

const idsOf = (parcels: readonly ParcelReference[]): string[] =>
  parcels.map(({ courierShipmentId }) => courierShipmentId);

const sumOf = (lines: readonly ParcelLine[]): number =>
  lines.reduce((sum, { quantity, unitPaise }) => sum + quantity * unitPaise, 0);

/** A city that is too long for Shiprocket is complete in the address. */
function addressAs(prefix: 'billing' | 'pickup', { name, ...to }: ParcelToBook['recipient']) {
  const isCut = to.city.length > MAX_CITY_LENGTH;
  return {
    [`${prefix}_customer_name`]: name,
    [`${prefix}_address`]: isCut ? `${to.address}, ${to.city}` : to.address,
    [`${prefix}_city`]: to.city.slice(0, MAX_CITY_LENGTH).trim(),
    [`${prefix}_state`]: to.state,
    [`${prefix}_country`]: to.country,
    [`${prefix}_pincode`]: to.pincode,
    [`${prefix}_email`]: to.email ?? '',
    [`${prefix}_phone`]: to.phone,
  };
}

interface Scan {
  date: string;
  activity?: string | undefined;
  location?: string | undefined;
  status?: string | undefined;
  'sr-status-label'?: string | undefined;
}

/** Undefined without a readable time. */
export function toShiprocketEvent(awb: string, scan: Scan): CourierEvent | undefined {
  const at = readCourierTime(scan.date);
  const text = scan['sr-status-label'] ?? scan.status ?? scan.activity ?? '';
  if (!at) return undefined;
  const status = statusOfShiprocket(text);
  return {
    awb,
    at,
    label: text,
    ...(status ? { status } : {}),
    ...(scan.location ? { place: scan.location } : {}),
    ...(scan.activity && scan.activity !== text ? { note: scan.activity } : {}),
    ...(status === 'undelivered' && scan.activity ? { reason: scan.activity } : {}),
  };
}
