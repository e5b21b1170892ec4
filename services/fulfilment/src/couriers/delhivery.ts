import { formatIndianTime, readCourierTime } from './courier-clock.js';
import { CourierHttp, refusal, sentenceOf } from './courier-http.js';
import { statusOfDelhivery } from './courier-labels.js';
import type {
  BookedParcel,
  CourierAdapter,
  CourierEvent,
  ParcelReference,
  ParcelToBook,
  PickupOutcome,
  ReturnToBook,
  Serviceability,
  ServiceabilityQuery,
  UndeliveredAction,
} from './courier.js';
import { createdPackages, edited, packingSlips, pinCodes, trackedPackages } from './delhivery-entities.js';
import { mergePdfs } from './merge-pdfs.js';

export interface DelhiveryAccount {
  apiUrl: string;
  token: string;
  /** Name of the warehouse where parcels are collected. */
  pickupLocation: string;
  timeoutMs: number;
}

const TRACKING_PAGE = 'https://www.delhivery.com/track-v2/package/';
const PICKUP_TIME = '14:00:00';

export class Delhivery implements CourierAdapter {
  readonly courier = 'delhivery';
  private readonly http: CourierHttp;
  private readonly headers: Record<string, string>;

  constructor(private readonly account: DelhiveryAccount) {
    this.http = new CourierHttp('Delhivery', account.apiUrl, account.timeoutMs);
    this.headers = { authorization: `Token ${account.token}` };
  }

  async checkServiceability({ pincode }: ServiceabilityQuery): Promise<Serviceability> {
    const { delivery_codes: codes } = await this.http.read(pinCodes, {
      path: '/c/api/pin-codes/json/',
      query: { filter_codes: pincode },
      headers: this.headers,
    });
    const found = codes[0]?.postal_code;
    const serviceable = found?.pre_paid === 'Y' && !/embargo/i.test(found.remarks ?? '');
    return { serviceable, cod: serviceable && found.cod === 'Y' };
  }

  async createShipment({ codPaise, ...parcel }: ParcelToBook): Promise<BookedParcel> {
    const payment = codPaise > 0 ? { payment_mode: 'COD', cod_amount: codPaise / 100 } : { payment_mode: 'Prepaid' };
    return this.book(parcel, payment);
  }

  async getLabelPdf(parcels: readonly ParcelReference[]): Promise<Buffer> {
    const query = { wbns: parcels.map(({ awb }) => awb).join(','), pdf: 'true', pdf_size: '4R' };
    const request = { path: '/api/p/packing_slip', query, headers: this.headers };
    const { packages } = await this.http.read(packingSlips, request);
    const files: Buffer[] = [];
    for (const { awb } of parcels) {
      const slip = packages.find(({ wbn }) => wbn === awb);
      if (!slip) throw refusal({ message: `There is no label for ${awb}.` });
      files.push(await this.http.download(slip.pdf_download_link));
    }
    return mergePdfs(files);
  }

  /** One pickup a day: a second request for it finds the first one. */
  async requestPickup(parcels: readonly ParcelReference[], date: string): Promise<PickupOutcome> {
    const json = {
      pickup_time: PICKUP_TIME,
      pickup_date: date,
      pickup_location: this.account.pickupLocation,
      expected_package_count: parcels.length,
    };
    const request = { method: 'POST', path: '/fm/request/new/', json, headers: this.headers } as const;
    const { status, body } = await this.http.request(request);
    const exists = (body as { pr_exist?: unknown } | null)?.pr_exist === true;
    if (status >= 400 && !exists) throw refusal(body);
    return { failures: [], known: [] };
  }

  async createManifestPdf(): Promise<undefined> {
    return undefined;
  }

  async track(awbs: readonly string[]): Promise<CourierEvent[]> {
    return (await this.lookUp({ waybill: awbs.join(',') })).flatMap(({ Shipment: { AWB, Scans } }) =>
      (Scans ?? []).flatMap(({ ScanDetail: { Scan, ScanType, ScanDateTime, ScannedLocation, ...scan } }) => {
        const event = toDelhiveryEvent(AWB, {
          Status: Scan,
          StatusType: ScanType,
          StatusDateTime: scan.StatusDateTime ?? ScanDateTime,
          StatusLocation: ScannedLocation,
          Instructions: scan.Instructions,
          StatusCode: scan.StatusCode,
        });
        return event ?? [];
      }),
    );
  }

  /** A cancellation on the way is a return to the shop. */
  async reattemptDelivery(parcel: ParcelReference, { action, date }: UndeliveredAction): Promise<void> {
    if (action === 'rto') return this.cancelWaybill(parcel.awb);
    const change = date ? { act: 'DEFER_DLV', action_data: { deferred_date: date } } : { act: 'RE-ATTEMPT' };
    const json = { data: [{ waybill: parcel.awb, ...change }] };
    const request = { method: 'POST', path: '/api/p/update', json, headers: this.headers } as const;
    const { status, body } = await this.http.request(request);
    if (status >= 400) throw refusal(body);
  }

  async createReturn(parcel: ReturnToBook): Promise<BookedParcel> {
    return this.book(parcel, { payment_mode: 'Pickup' });
  }

  async cancel({ reference, awb }: { reference: string; awb?: string }): Promise<void> {
    const waybill = awb ?? (await this.findShipment(reference))?.awb;
    if (waybill) await this.cancelWaybill(waybill);
  }

  private async cancelWaybill(awb: string): Promise<void> {
    const json = { waybill: awb, cancellation: 'true' };
    const request = { method: 'POST', path: '/api/p/edit', json, headers: this.headers, isRead: true } as const;
    const response = await this.http.request(request);
    const { status } = this.http.parse(edited, response);
    const isRefused = status === false || status === 'Failure' || status === 'False';
    if (isRefused && !/already|cancell?ed/i.test(sentenceOf(response.body) ?? '')) throw refusal(response.body);
  }

  /** Returns the booking of a reference, if there is one that is not cancelled. */
  private async findShipment(reference: string): Promise<BookedParcel | undefined> {
    const found = (await this.lookUp({ ref_ids: reference })).find(
      ({ Shipment: { ReferenceNo, Status } }) => ReferenceNo === reference && Status.StatusType !== 'CN',
    );
    return found && booked(found.Shipment.AWB);
  }

  /** Delhivery does not refuse a used reference: it is looked up before each creation. */
  private async book(parcel: Omit<ParcelToBook, 'codPaise'>, payment: object): Promise<BookedParcel> {
    const { reference, recipient, lines, size, orderedAt } = parcel;
    const existing = await this.findShipment(reference);
    if (existing) return existing;
    const shipment = {
      name: recipient.name,
      add: recipient.address,
      pin: recipient.pincode,
      city: recipient.city,
      state: recipient.state,
      country: recipient.country,
      phone: recipient.phone,
      order: reference,
      ...payment,
      order_date: formatIndianTime(orderedAt),
      total_amount: lines.reduce((sum, { quantity, unitPaise }) => sum + quantity * unitPaise, 0) / 100,
      products_desc: lines
        .map(({ name, quantity }) => `${name} × ${quantity}`)
        .join(', ')
        .slice(0, 200),
      hsn_code: lines.find(({ hsn }) => hsn)?.hsn ?? '',
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      weight: size.weightGrams,
      shipment_length: size.lengthCm,
      shipment_width: size.breadthCm,
      shipment_height: size.heightCm,
      shipping_mode: 'Surface',
    };
    const data = { shipments: [shipment], pickup_location: { name: this.account.pickupLocation } };
    const { packages, rmk } = await this.http.read(createdPackages, {
      method: 'POST',
      path: '/api/cmu/create.json',
      form: { format: 'json', data: JSON.stringify(data) },
      headers: this.headers,
    });
    const [created] = packages;
    if (created?.status !== 'Success' || !created.waybill)
      throw refusal({ message: sentenceOf(created?.remarks) ?? rmk ?? 'The parcel was not accepted.' });
    return booked(created.waybill);
  }

  private async lookUp(query: { waybill: string } | { ref_ids: string }) {
    const response = await this.http.request({ path: '/api/v1/packages/json/', query, headers: this.headers });
    return response.status === 404 ? [] : this.http.parse(trackedPackages, response).ShipmentData;
  }
}

const booked = (awb: string): BookedParcel => ({
  awb,
  courierName: 'Delhivery',
  courierShipmentId: awb,
  trackingUrl: `${TRACKING_PAGE}${encodeURIComponent(awb)}`,
});

interface Scan {
  Status?: string | undefined;
  StatusType?: string | undefined;
  StatusDateTime?: string | undefined;
  StatusLocation?: string | undefined;
  Instructions?: string | undefined;
  StatusCode?: string | undefined;
}

/** Undefined without a readable time. */
export function toDelhiveryEvent(awb: string, scan: Scan): CourierEvent | undefined {
  const { Status: text = '', StatusType = '', StatusLocation: place, Instructions: note, StatusCode } = scan;
  const at = readCourierTime(scan.StatusDateTime);
  if (!at) return undefined;
  const status = statusOfDelhivery(text, StatusType, StatusCode);
  return {
    awb,
    at,
    label: text,
    ...(status ? { status } : {}),
    ...(place ? { place } : {}),
    ...(note ? { note } : {}),
    ...(status === 'undelivered' && note ? { reason: note } : {}),
  };
}
