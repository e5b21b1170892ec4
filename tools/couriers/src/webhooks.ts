import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { indianClock, indianTime, localTime } from './clock.js';
import type { Config } from './config.js';
import type { Parcel, Scan } from './parcels.js';

export const webhookModes = ['once', 'twice', 'late', 'never'] as const;
export type WebhookMode = (typeof webhookModes)[number];

interface Webhook {
  url: string;
  key: string;
  body: unknown;
}

/** Delhivery repeats a push once, Shiprocket some times. */
const ATTEMPTS = { shiprocket: 4, delhivery: 2 } as const;
const RETRY_MS = 1_000;

/** Sends scans to the shop, in the format of the courier. */
export class Webhooks {
  private readonly inFlight = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly log: FastifyBaseLogger,
  ) {}

  send(parcel: Parcel, scan: Scan, mode: WebhookMode = 'once'): void {
    const webhook = this.build(parcel, scan);
    if (!webhook || mode === 'never') return;
    const delay = mode === 'late' ? this.config.WEBHOOK_LATE_MS : 0;
    for (let copy = 0; copy < (mode === 'twice' ? 2 : 1); copy += 1) {
      const sent = this.deliver(webhook, ATTEMPTS[parcel.courier], delay).finally(() => this.inFlight.delete(sent));
      this.inFlight.add(sent);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.inFlight);
  }

  private build(parcel: Parcel, scan: Scan): Webhook | undefined {
    const { config } = this;
    const [url, key] =
      parcel.courier === 'shiprocket'
        ? [config.SHIPROCKET_WEBHOOK_URL, config.SHIPROCKET_WEBHOOK_KEY]
        : [config.DELHIVERY_WEBHOOK_URL, config.DELHIVERY_WEBHOOK_KEY];
    if (!url || !parcel.awb) return undefined;
    return { url, key, body: parcel.courier === 'shiprocket' ? shiprocketBody(parcel, scan) : push(parcel, scan) };
  }

  private async deliver({ url, key, body }: Webhook, attempts: number, delay: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      if (delay > 0) await sleep(delay, undefined, { signal });
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        if (await this.post(url, key, body)) return;
        await sleep(RETRY_MS, undefined, { signal });
      }
      this.log.info({ url }, 'webhook abandoned');
    } catch (error) {
      if (!signal.aborted) this.log.warn(error);
    }
  }

  private async post(url: string, key: string, body: unknown): Promise<boolean> {
    try {
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.config.WEBHOOK_TIMEOUT_MS),
      });
      await response.body.dump();
      return response.statusCode === 200;
    } catch {
      return false;
    }
  }
}

export const shiprocketScan = ({ at, place, note, sr, dl }: Scan) => ({
  date: indianTime(at),
  status: dl.code,
  activity: note,
  location: place,
  'sr-status': String(sr.shipmentCode),
  'sr-status-label': sr.label,
});

function shiprocketBody(parcel: Parcel, scan: Scan) {
  return {
    awb: parcel.awb,
    courier_name: parcel.carrier,
    current_status: scan.sr.label,
    current_status_id: scan.sr.orderCode,
    shipment_status: scan.sr.label,
    shipment_status_id: scan.sr.shipmentCode,
    current_timestamp: indianClock(scan.at),
    order_id: parcel.reference,
    sr_order_id: parcel.orderId,
    etd: '',
    scans: parcel.scans.filter(({ at }) => at <= scan.at).map(shiprocketScan),
    is_return: parcel.isReturn ? 1 : 0,
  };
}

function push({ awb, reference }: Parcel, { at, place, note, dl }: Scan) {
  return {
    Shipment: {
      Status: {
        Status: dl.status,
        StatusDateTime: localTime(at),
        StatusType: dl.type,
        StatusLocation: place,
        Instructions: note,
      },
      PickUpDate: null,
      NSLCode: dl.code,
      Sortcode: 'HYD/BAL',
      ReferenceNo: reference,
      AWB: awb,
    },
  };
}
