import type { Config } from './config.js';
import type { Parcel, Parcels, Scan } from './parcels.js';
import { namesOf, type Status } from './statuses.js';
import type { WebhookMode, Webhooks } from './webhooks.js';

const nextSteps: Partial<Record<Status, Status>> = {
  created: 'picked_up',
  picked_up: 'in_transit',
  in_transit: 'out_for_delivery',
  out_for_delivery: 'delivered',
};
const PLACES: Partial<Record<Status, string>> = {
  created: 'Hyderabad_Balanagar_H (Telangana)',
  picked_up: 'Hyderabad_Balanagar_H (Telangana)',
  in_transit: 'Bhiwandi_Mankoli_HB (Maharashtra)',
};

export interface Move {
  /** A status of the shop, or a label of the courier. */
  status: string;
  at?: Date | undefined;
  place?: string | undefined;
  reason?: string | undefined;
  webhook?: WebhookMode | undefined;
}

/** Moves parcels: by themselves, or one step by a request. */
export class Tracking {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parcels: Parcels,
    private readonly webhooks: Webhooks,
    private readonly config: Config,
  ) {}

  start(): void {
    if (this.config.ADVANCE_MS > 0) this.timer = setInterval(() => this.advanceAll(), this.config.ADVANCE_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Records a scan and sends its webhook. */
  move(parcel: Parcel, { status, at = new Date(), place, reason, webhook }: Move): Parcel {
    const names = namesOf(status, parcel.isReturn);
    const scan: Scan = {
      ...names,
      at: at.toISOString(),
      place: place ?? PLACES[names.status ?? 'in_transit'] ?? parcel.city,
      note: reason ?? names.dl.note,
    };
    const scans = [...parcel.scans, scan].toSorted((one, other) => one.at.localeCompare(other.at));
    const moved = this.parcels.save({
      ...parcel,
      scans,
      status: names.status ?? parcel.status,
      isCancelled: parcel.isCancelled || names.status === 'cancelled',
    });
    this.webhooks.send(moved, scan, webhook);
    return moved;
  }

  private advanceAll(): void {
    for (const parcel of this.parcels.list) {
      const next = nextSteps[parcel.status];
      if (next && parcel.awb && !parcel.isCancelled) this.move(parcel, { status: next });
    }
  }
}
