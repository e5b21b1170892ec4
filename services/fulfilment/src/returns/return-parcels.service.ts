import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ReturnParcelStatus } from '@rangavalli/contracts/entities/return';
import type { Envelope } from '@rangavalli/contracts/events';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model, UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import type { CourierEvent } from '../couriers/courier.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { RETURN_PARCEL, type ReturnParcelRecord } from './return-parcel.schema.js';

/** A return that is delivered has reached the shop. */
const statuses: Partial<Record<ShipmentStatus, ReturnParcelStatus>> = {
  picked_up: 'picked_up',
  in_transit: 'picked_up',
  out_for_delivery: 'picked_up',
  undelivered: 'picked_up',
  delivered: 'received',
  cancelled: 'cancelled',
  lost: 'lost',
};
/** Scans arrive late and twice: which status may follow which. */
const following: Readonly<Record<ReturnParcelStatus, readonly ReturnParcelStatus[]>> = {
  booked: ['picked_up', 'received', 'cancelled', 'lost'],
  picked_up: ['received', 'lost'],
  cancelled: ['picked_up', 'received'],
  lost: ['received'],
  received: [],
};
const openStatuses: readonly ReturnParcelStatus[] = ['booked', 'picked_up', 'lost'];

/** Where the parcels of returns are. Each change is one write, with its event in it. */
@Injectable()
export class ReturnParcels {
  constructor(
    @InjectModel(RETURN_PARCEL) readonly model: Model<ReturnParcelRecord>,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(model);
  }

  /** Adds the scans of a courier. Idempotent. @returns false for a parcel that is none of a return */
  async record(courier: Courier, awb: string, scans: readonly CourierEvent[]): Promise<boolean> {
    if (courier === 'own') return false;
    const sorted = scans.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (;;) {
      const parcel = await this.model.findOne({ awb, courier }).lean<ReturnParcelRecord>().exec();
      if (!parcel || parcel.status === 'pending') return parcel !== null;
      const { status } = parcel;
      const moves = sorted.flatMap(({ status: next, at }) => {
        const moved = next && statuses[next];
        return moved ? [{ status: moved, at }] : [];
      });
      const last = moves.reduce<{ status: ReturnParcelStatus; at: Date }>(
        (current, move) => (following[current.status].includes(move.status) ? move : current),
        { status, at: new Date() },
      );
      if (last.status === status || (await this.move(parcel, last.status, last.at))) return true;
    }
  }

  /**
   * Returns false when the parcel has moved meanwhile.
   * @param booked what the courier has given
   * @param events published with the move
   */
  async move(
    parcel: ReturnParcelRecord,
    status: ReturnParcelStatus,
    at: Date,
    booked: Pick<ReturnParcelRecord, 'awb' | 'courierName' | 'trackingUrl'> = {},
    events: readonly Envelope[] = [],
  ): Promise<boolean> {
    const { _id, attempt, orderId, userId, pickupOn, awb = '', courierName = '' } = { ...parcel, ...booked };
    const facts = { orderId, userId, returnId: _id, status, at: at.toISOString(), courierName, awb, pickupOn };
    const isOpen = openStatuses.includes(status);
    const change: UpdateQuery<ReturnParcelRecord> = {
      $set: { status, ...booked, ...(isOpen ? { dueAt: this.nextPoll() } : {}) },
      ...(isOpen ? {} : { $unset: { dueAt: 1 } }),
      $push: { outbox: { $each: [createEvent('fulfilment.return.moved', facts), ...events] } },
    };
    const written = await this.model
      .findOneAndUpdate({ _id, attempt, status: parcel.status }, change, {
        returnDocument: 'after',
        runValidators: true,
      })
      .lean<ReturnParcelRecord>()
      .exec();
    if (!written) return false;
    this.outbox.publishPending(this.model, written);
    this.logChange(parcel, status);
    return true;
  }

  logChange({ _id: returnId, orderId, orderNumber, status: from }: ReturnParcelRecord, outcome: ReturnParcelStatus) {
    this.logger.info({ orderId, orderNumber, returnId, from, outcome }, 'return parcel changed');
  }

  /** Publishes an event about a parcel that changed otherwise. */
  async add(id: string, event: Envelope): Promise<void> {
    const written = await this.model
      .findByIdAndUpdate(id, { $push: { outbox: event } }, { returnDocument: 'after' })
      .lean<ReturnParcelRecord>()
      .exec();
    if (written) this.outbox.publishPending(this.model, written);
  }

  nextPoll(): Date {
    return new Date(Date.now() + this.config.COURIER_POLL_AFTER_MS);
  }
}
