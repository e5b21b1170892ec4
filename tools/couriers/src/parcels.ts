import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanNames, Status } from './statuses.js';

export interface Scan extends ScanNames {
  at: string;
  place: string;
  /** Why a parcel was not delivered, and what else the driver notes. */
  note: string;
}

export interface Parcel {
  courier: 'shiprocket' | 'delhivery';
  /** The shop's reference. */
  reference: string;
  orderId: number;
  shipmentId: number;
  awb?: string;
  carrier: string;
  name: string;
  /** Missing in parcels of releases before 1 December 2026. */
  address?: string;
  city: string;
  pincode: string;
  codRupees: number;
  isReturn: boolean;
  status: Status;
  scans: Scan[];
  isCancelled: boolean;
  pickupOn?: string;
  hasManifest?: boolean;
}

const FIRST_ID = 100_001;

/** All parcels, in memory, with a file of JSON lines that survives a restart. */
export class Parcels {
  private readonly all = new Map<number, Parcel>();
  private readonly file: string;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.file = join(dataDir, 'parcels.jsonl');
    if (!existsSync(this.file)) return;
    // A crash may have truncated the last line.
    for (const line of readFileSync(this.file, 'utf8').split('\n').slice(0, -1)) {
      const parcel = JSON.parse(line) as Parcel;
      this.all.set(parcel.shipmentId, parcel);
    }
  }

  get list(): Parcel[] {
    return [...this.all.values()];
  }

  create(facts: Omit<Parcel, 'orderId' | 'shipmentId' | 'scans' | 'status' | 'isCancelled'>): Parcel {
    const number = FIRST_ID + this.all.size;
    const ids = { orderId: number + 400_000_000, shipmentId: number + 500_000_000 };
    return this.save({ ...facts, ...ids, status: 'created', scans: [], isCancelled: false });
  }

  save(parcel: Parcel): Parcel {
    this.all.set(parcel.shipmentId, parcel);
    appendFileSync(this.file, `${JSON.stringify(parcel)}\n`, { mode: 0o600 });
    return parcel;
  }

  byAwb(awb: string): Parcel | undefined {
    return this.list.find((parcel) => parcel.awb === awb);
  }

  byShipment(id: number | string): Parcel | undefined {
    return this.all.get(Number(id));
  }

  /** Numbers of couriers are unique, and not to be guessed from the previous one here either. */
  nextAwb(parcel: Parcel): string {
    const prefix = parcel.courier === 'shiprocket' ? '1904' : '5221';
    return `${prefix}${String(parcel.shipmentId * 7_919)
      .padStart(12, '0')
      .slice(-10)}`;
  }
}
