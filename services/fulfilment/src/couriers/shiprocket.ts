import { AppError } from '@rangavalli/service-kit/app-error';
import { formatIndianTime, readCourierTime } from './courier-clock.js';
import { CourierHttp, refusal, sentenceOf } from './courier-http.js';
import { statusOfShiprocket } from './courier-labels.js';
import type {
  BookedParcel,
  CourierAdapter,
  CourierEvent,
  ParcelLine,
  ParcelReference,
  ParcelToBook,
  ReturnToBook,
  Serviceability,
  ServiceabilityQuery,
  UndeliveredAction,
} from './courier.js';
import {
  assignedAwb,
  createdOrder,
  foundOrders,
  type FoundOrder,
  label,
  manifest,
  pickupLocations,
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

  async findShipment(reference: string): Promise<BookedParcel | undefined> {
    const shipment = (await this.findOrder(reference))?.shipments[0];
    return shipment?.awb ? booked(shipment.id, shipment.awb, shipment.courier) : undefined;
  }

  async getLabelPdf(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const json = { shipment_id: parcels.map(({ courierShipmentId }) => courierShipmentId) };
    const { label_url: url } = await this.session.read(label, {
      method: 'POST',
      path: '/courier/generate/label',
      json,
      isRead: true,
    });
    return this.http.download(url);
  }

  async requestPickup(parcels: readonly ParcelReference[], date: string): Promise<void> {
    const json = { shipment_id: parcels.map(({ courierShipmentId }) => courierShipmentId), pickup_date: [date] };
    const response = await this.session.request({ method: 'POST', path: '/courier/generate/pickup', json });
    if (response.status >= 400 && !/already/i.test(sentenceOf(response.body) ?? '')) throw refusal(response.body);
  }

  async createManifestPdf(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const json = { shipment_id: parcels.map(({ courierShipmentId }) => courierShipmentId) };
    const response = await this.session.request({ method: 'POST', path: '/manifests/generate', json });
    if (response.status < 400) return this.http.download(this.http.parse(manifest, response).manifest_url);
    if (!/already/i.test(sentenceOf(response.body) ?? '')) throw refusal(response.body);
    const orders = await Promise.all(parcels.map(({ awb }) => this.search(awb)));
    const ids = orders.flatMap((found) => found.map(({ id }) => id));
    const print = { method: 'POST', path: '/manifests/print', json: { order_ids: ids }, isRead: true } as const;
    return this.http.download((await this.session.read(manifest, print)).manifest_url);
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
    const booking = await this.book(parcel.reference, '/orders/create/return', order);
    await this.requestPickup([booking], parcel.pickupOn);
    return booking;
  }

  async cancel({ awb }: Pick<ParcelReference, 'awb'>): Promise<void> {
    const orders = (await this.search(awb)).filter(({ status }) => !/^cancel/i.test(status));
    if (orders.length === 0) return;
    await this.cancelOrders(orders.map(({ id }) => id));
  }

  private async book(reference: string, path: string, order: object): Promise<BookedParcel> {
    const existing = await this.findOrder(reference);
    const shipment = existing?.shipments[0];
    if (shipment?.awb) return booked(shipment.id, shipment.awb, shipment.courier);
    if (existing && shipment) return this.assignAwb(existing.id, shipment.id, path);
    const created = await this.session.read(createdOrder, { method: 'POST', path, json: order });
    return this.assignAwb(created.order_id, created.shipment_id, path);
  }

  /** Cancels the order when no carrier takes it: a new booking has a new reference. */
  private async assignAwb(orderId: string, id: string, path: string): Promise<BookedParcel> {
    const json = { shipment_id: id, ...(path.endsWith('return') ? { is_return: 1 } : {}) };
    const { awb_assign_status: status, response } = await this.session.read(assignedAwb, {
      method: 'POST',
      path: '/courier/assign/awb',
      json,
    });
    const { awb_code: awb, courier_name: name, awb_assign_error: message } = response.data;
    if (status === 1 && awb) return booked(id, awb, name);
    await this.cancelOrders([orderId]).catch(() => undefined);
    throw refusal({ message: message ?? 'No carrier takes this parcel.' });
  }

  private async cancelOrders(ids: readonly string[]): Promise<void> {
    const json = { ids: ids.map(Number) };
    const response = await this.session.request({ method: 'POST', path: '/orders/cancel', json, isRead: true });
    if (response.status >= 400) throw refusal(response.body);
  }

  private async findOrder(reference: string): Promise<FoundOrder | undefined> {
    return (await this.search(reference)).find(
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

const sumOf = (lines: readonly ParcelLine[]): number =>
  lines.reduce((sum, { quantity, unitPaise }) => sum + quantity * unitPaise, 0);

function addressAs(prefix: 'billing' | 'pickup', { name, ...to }: ParcelToBook['recipient']) {
  return {
    [`${prefix}_customer_name`]: name,
    [`${prefix}_address`]: to.address,
    [`${prefix}_city`]: to.city,
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
