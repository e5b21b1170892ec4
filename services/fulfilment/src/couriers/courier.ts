import type { Courier } from '@rangavalli/contracts/entities/shipment';
import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import type { AppError } from '@rangavalli/service-kit/app-error';

/** Weight in grams, sizes in cm. */
export interface ParcelSize {
  weightGrams: number;
  lengthCm: number;
  breadthCm: number;
  heightCm: number;
}

export interface Recipient {
  name: string;
  phone: string;
  email?: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}

export interface ParcelLine {
  productId: string;
  name: string;
  size: string;
  quantity: number;
  /** What the customer pays for one unit, taxes included, paise. */
  unitPaise: number;
  hsn?: string;
}

export interface ParcelToBook {
  /** The shipment's id: the courier's reference, by which a repeated booking finds the first one. */
  reference: string;
  orderNumber: string;
  orderedAt: Date;
  recipient: Recipient;
  lines: readonly ParcelLine[];
  size: ParcelSize;
  /** What the courier collects, paise; 0 for a paid parcel. */
  codPaise: number;
}

/** A return is collected at the recipient's address. */
export interface ReturnToBook extends Omit<ParcelToBook, 'codPaise'> {
  /** Day in India. */
  pickupOn: string;
}

export interface BookedParcel {
  awb: string;
  /** The carrier, where the courier is an aggregator. */
  courierName: string;
  /** By which the courier's calls name the parcel. */
  courierShipmentId: string;
  trackingUrl?: string;
}

/** A booked parcel in later requests. */
export type ParcelReference = Pick<BookedParcel, 'awb' | 'courierShipmentId'>;

/** What became of a requested pickup, where each parcel has its own request. */
export interface PickupOutcome {
  /** Parcels that the courier does not collect, with the reason. */
  failures: { awb: string; error: AppError }[];
  /** AWBs of parcels whose pickup was requested before: the courier keeps its day. */
  known: string[];
}

export interface ServiceabilityQuery {
  pincode: string;
  weightGrams: number;
  cod: boolean;
}

export interface Serviceability {
  serviceable: boolean;
  cod: boolean;
  /** From pickup to delivery. */
  days?: number;
}

/** A scan of a courier. */
export interface CourierEvent {
  awb: string;
  at: Date;
  /** As the courier names it. */
  label: string;
  /** Missing for a label that is unknown or changes nothing. */
  status?: ShipmentStatus;
  place?: string;
  note?: string;
  /** Why a parcel was not delivered. */
  reason?: string;
}

/** What is requested for a parcel that it could not deliver. */
export interface UndeliveredAction {
  action: 'reattempt' | 'rto';
  note?: string;
  /** Of the next attempt, `YYYY-MM-DD`. */
  date?: string;
}

/**
 * One courier. Its methods throw AppError COURIER_REFUSED with the courier's sentence, COURIER_UNAVAILABLE when it does
 * not respond in time, and COURIER_NOT_AVAILABLE for what it does not offer.
 */
export interface CourierAdapter {
  readonly courier: Courier;
  checkServiceability(query: ServiceabilityQuery): Promise<Serviceability>;
  /** Books a parcel once per reference: a repeated booking returns the first one. */
  createShipment(parcel: ParcelToBook): Promise<BookedParcel>;
  /** Returns the labels of parcels in one PDF, in their order; undefined when the shop prints its own. */
  getLabelPdf(parcels: readonly ParcelReference[]): Promise<Buffer | undefined>;
  /** Requests the courier to collect parcels on a day, `YYYY-MM-DD` in India. Idempotent. */
  requestPickup(parcels: readonly ParcelReference[], date: string): Promise<PickupOutcome>;
  /** Returns the list of parcels that the driver signs; undefined when the shop prints its own. */
  createManifestPdf(parcels: readonly ParcelReference[]): Promise<Buffer | undefined>;
  /** Returns the scans of at most 50 parcels. */
  track(awbs: readonly string[]): Promise<CourierEvent[]>;
  /** Requests what happens after a report of non-delivery. */
  reattemptDelivery(parcel: ParcelReference, action: UndeliveredAction): Promise<void>;
  /** Books the collection of returned goods, once per reference. */
  createReturn(parcel: ReturnToBook): Promise<BookedParcel>;
  /** Cancels what was booked for a reference, also before it has an AWB. Idempotent. */
  cancel(booking: { reference: string; awb?: string }): Promise<void>;
}
