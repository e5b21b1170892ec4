import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { BookedParcel, ParcelToBook } from '../couriers/courier.js';
import { loggedError } from '../couriers/courier-http.js';
import { Couriers } from '../couriers/couriers.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { ParcelSizes } from './parcel-sizes.service.js';
import { type Parcel, ShipmentStore } from './shipment-store.js';
import type { BookingRecord, OrderShipmentsRecord, ShipmentRecord } from './shipment.schema.js';

const ORDER_DEADLINE_MS = 3_000;
/** Longer than a booking takes: nobody else tries it meanwhile. */
const LEASE_MS = 40_000;
const MAX_BACKOFF_MS = 600_000;
/** After about two hours a booking fails. */
const MAX_TRIES = 16;
const BATCH = 20;

export const leaseOfBooking = (): Date => new Date(Date.now() + LEASE_MS);

/**
 * Books parcels at couriers. A parcel is written before it is booked, under a reference by which the courier's booking
 * is found again: after a crash in between, the sweep completes it, and it is booked once.
 */
@Injectable()
export class Bookings {
  constructor(
    private readonly store: ShipmentStore,
    private readonly couriers: Couriers,
    private readonly commands: Commands,
    private readonly sizes: ParcelSizes,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Books a parcel that was written as pending. When the courier does not respond, it stays pending.
   * @throws AppError COURIER_REFUSED; the parcel is cancelled then
   */
  async book({ order, shipment }: Parcel): Promise<Parcel> {
    try {
      const booked = await this.couriers.get(shipment.courier).createShipment(await this.describe(order, shipment));
      return await this.saveBooked(shipment.id, booked);
    } catch (error) {
      const isFinal = error instanceof AppError && (error.code === 'COURIER_REFUSED' || error.code === 'AWB_TAKEN');
      const parcel = await this.saveFailure(shipment.id, error, isFinal);
      if (isFinal) throw error;
      return parcel;
    }
  }

  /** What is due: bookings that a crash or an outage has left, and cancellations. */
  @Repeats('courier bookings', ({ BOOKING_SWEEP_MS }: FulfilmentConfig) => BOOKING_SWEEP_MS)
  private async sweep(): Promise<void> {
    if (this.couriers.connected.length === 0) return;
    const now = new Date();
    const orders = await this.store.model
      .find({ bookingDueAt: { $exists: true, $lte: now } })
      .limit(BATCH)
      .lean<OrderShipmentsRecord[]>()
      .exec();
    for (const order of orders)
      for (const { id, booking } of order.shipments) if (booking?.dueAt && booking.dueAt <= now) await this.retry(id);
  }

  private async retry(id: string): Promise<void> {
    let claimed = false;
    const parcel = await this.store.update(id, ({ shipment }) => {
      const { booking } = shipment;
      claimed = booking?.dueAt !== undefined && booking.dueAt <= new Date();
      if (!booking || !claimed) return undefined;
      return { shipment: { ...shipment, booking: { ...booking, tries: booking.tries + 1, dueAt: leaseOfBooking() } } };
    });
    if (!claimed) return;
    try {
      if (parcel.shipment.booking?.state === 'cancelling') await this.cancel(parcel.shipment);
      else await this.book(parcel);
    } catch (error) {
      this.logger.warn({ ...loggedError(error), shipmentId: id }, 'booking at the courier failed');
    }
  }

  private async cancel(shipment: ShipmentRecord): Promise<void> {
    const adapter = this.couriers.get(shipment.courier);
    try {
      const { id: reference, awb, courierShipmentId } = shipment;
      await adapter.cancel({ reference, ...(courierShipmentId ? { awb } : {}) });
      await this.setBooking(shipment.id, ({ tries }) => ({ state: 'cancelled', tries }));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      await this.setBooking(shipment.id, ({ tries }) => ({
        state: 'cancelling',
        tries,
        error: text,
        ...(tries < MAX_TRIES ? { dueAt: this.backOff(tries) } : {}),
      }));
    }
  }

  private setBooking(id: string, next: (booking: BookingRecord) => BookingRecord): Promise<Parcel> {
    return this.store.update(id, ({ shipment }) =>
      shipment.booking ? { shipment: { ...shipment, booking: next(shipment.booking) } } : undefined,
    );
  }

  /** A parcel that was cancelled meanwhile is cancelled at the courier too. */
  private saveBooked(id: string, { awb, courierName, courierShipmentId, trackingUrl }: BookedParcel): Promise<Parcel> {
    return this.store.update(id, ({ shipment }) => {
      const { booking, status } = shipment;
      if (!booking || booking.state === 'booked') return undefined;
      const tries = booking.tries;
      const next: ShipmentRecord = {
        ...shipment,
        awb,
        courierName,
        courierShipmentId,
        ...(trackingUrl ? { courierTrackingUrl: trackingUrl } : {}),
        booking:
          status === 'cancelled' ? { state: 'cancelling', tries, dueAt: new Date() } : { state: 'booked', tries },
        nextPollAt: new Date(Date.now() + this.config.COURIER_POLL_AFTER_MS),
      };
      // Lists show the number; the first attempt returns it itself.
      return { shipment: next, ...(tries > 0 ? { published: {} } : {}) };
    });
  }

  /** A final failure cancels the parcel, so that its units can be shipped otherwise. */
  private saveFailure(id: string, error: unknown, isFinal: boolean): Promise<Parcel> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    return this.store.update(id, ({ shipment }) => {
      const { booking, status } = shipment;
      if (booking?.state !== 'pending') return undefined;
      const { tries } = booking;
      if (!isFinal && tries < MAX_TRIES)
        return {
          shipment: { ...shipment, booking: { state: 'pending', tries, dueAt: this.backOff(tries), error: text } },
        };
      if (status !== 'created') return undefined;
      const entry = { status: 'cancelled' as const, at: new Date(), note: text };
      // Without a refusal, the courier may have booked it unnoticed.
      const failed: BookingRecord = isFinal
        ? { state: 'failed', tries, error: text }
        : { state: 'cancelling', tries: 0, dueAt: new Date(), error: text };
      const history = [...shipment.history, entry];
      return {
        shipment: { ...shipment, status: 'cancelled', booking: failed, history },
        published: { previous: status },
      };
    });
  }

  private backOff(tries: number): Date {
    return new Date(Date.now() + Math.min(MAX_BACKOFF_MS, this.config.BOOKING_RETRY_MS * 2 ** Math.min(tries, 10)));
  }

  /** @throws AppError COURIER_REFUSED without an address, ORDER_NOT_FOUND, UNAVAILABLE */
  private async describe(order: OrderShipmentsRecord, shipment: ShipmentRecord): Promise<ParcelToBook> {
    const facts = await this.commands.request('rpc.order.shipping.get', { orderId: order._id }, ORDER_DEADLINE_MS);
    if (!facts.recipient)
      throw new AppError('COURIER_REFUSED', { message: 'This order has no delivery address for the courier.' });
    const orderedLine = (id: string) => facts.lines.find(({ lineId }) => lineId === id);
    const weighed = shipment.lines.map((line) => ({ ...line, category: orderedLine(line.lineId)?.category }));
    return {
      reference: shipment.id,
      orderNumber: order.orderNumber,
      orderedAt: facts.orderedAt ? new Date(facts.orderedAt) : shipment.createdAt,
      recipient: facts.recipient,
      lines: shipment.lines.map(({ lineId, productId, name, size, quantity }) => {
        const { unitPaise = 0, hsn } = orderedLine(lineId) ?? {};
        return { productId, name, size, quantity, unitPaise, ...(hsn ? { hsn } : {}) };
      }),
      size: shipment.parcel ?? (await this.sizes.of(weighed)),
      codPaise: shipment.codPaise ?? 0,
    };
  }
}
