import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { UpdateQuery } from 'mongoose';
import type { Logger } from 'pino';
import type { BookedParcel } from '../couriers/courier.js';
import { isRefusal, loggedError } from '../couriers/courier-http.js';
import { Couriers } from '../couriers/couriers.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { leaseOfBooking } from '../shipments/bookings.js';
import { ParcelSizes } from '../shipments/parcel-sizes.service.js';
import type { ReturnParcelRecord } from './return-parcel.schema.js';
import { ReturnParcels } from './return-parcels.service.js';

const ORDER_DEADLINE_MS = 3_000;
const BATCH = 20;
/** Older parcels are not found any more. */
const MAX_AGE_MS = 90 * 86_400_000;

type Request = CallInput<'POST /returns/{id}/pickup'>['body'];
type Facts = CommandReply<'rpc.order.return.get'>;

/**
 * Books couriers that collect returned goods. A parcel is written before it is booked, under a reference by which the
 * courier's booking is found again: after a crash in between, the sweep completes it, and it is booked once.
 */
@Injectable()
export class ReturnPickups {
  constructor(
    private readonly parcels: ReturnParcels,
    private readonly couriers: Couriers,
    private readonly commands: Commands,
    private readonly sizes: ParcelSizes,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Books a pick-up, or returns it when it is booked already.
   * @throws AppError COURIER_NOT_AVAILABLE, RETURN_NOT_FOUND, RETURN_DECIDED; PICKUP_BOOKED with another courier or
   *   day; COURIER_REFUSED; COURIER_UNAVAILABLE, after which the sweep tries it again; UNAVAILABLE
   */
  async book(id: string, request: Request, caller: Identity): Promise<ReturnParcelRecord> {
    if (!this.couriers.isConnected(request.courier)) throw new AppError('COURIER_NOT_AVAILABLE');
    const fields = { pickupOn: 'Choose today or a later day.' };
    if (request.pickupOn < toIndianDay(new Date())) throw new AppError('VALIDATION_FAILED', { details: { fields } });
    const facts = await this.readReturn(id);
    if (facts.state !== 'requested') throw new AppError('RETURN_DECIDED');
    const claimed = await this.claim(id, request, facts, caller);
    return claimed.status === 'pending' ? this.complete(claimed, facts) : claimed;
  }

  /**
   * Cancels a pick-up at its courier, before the goods are collected; another one can be booked then. Idempotent.
   * @throws AppError RETURN_NOT_FOUND, PICKUP_PENDING, PICKUP_COLLECTED, COURIER_NOT_AVAILABLE, COURIER_REFUSED,
   *   COURIER_UNAVAILABLE, UNAVAILABLE
   */
  async cancel(id: string, caller: Identity): Promise<void> {
    const parcel = await this.parcels.model.findById(id).lean<ReturnParcelRecord>().exec();
    if (!parcel) throw new AppError('RETURN_NOT_FOUND');
    const { status, courier, awb = '', pickupOn } = parcel;
    const reference = referenceOf(parcel);
    if (status === 'cancelled') return;
    if (status === 'pending') throw new AppError('PICKUP_PENDING');
    if (status !== 'booked') throw new AppError('PICKUP_COLLECTED');
    const facts = await this.readReturn(id);
    await this.couriers.get(courier).cancel({ reference, awb });
    const changes = [
      { field: 'courier', from: courier },
      { field: 'pick-up', from: pickupOn },
    ];
    const audit = auditOf(caller, 'shipping.return.cancelled', facts, changes);
    // The courier's own report of the cancellation may be first.
    if (!(await this.parcels.move(parcel, 'cancelled', new Date(), {}, [audit]))) await this.parcels.add(id, audit);
  }

  /** Writes the parcel as pending, which gives the caller some time to book it. */
  private async claim(
    id: string,
    { courier, pickupOn }: Request,
    facts: Facts,
    caller: Identity,
  ): Promise<ReturnParcelRecord> {
    const { model } = this.parcels;
    const { orderId, orderNumber, userId } = facts;
    const changes = [
      { field: 'courier', to: courier },
      { field: 'pick-up', to: pickupOn },
    ];
    const audit = auditOf(caller, 'shipping.return.booked', facts, changes);
    const pending = { orderNumber, courier, pickupOn, status: 'pending', dueAt: leaseOfBooking() } as const;
    try {
      const created = { _id: id, orderId, userId, attempt: 1, createdAt: new Date(), outbox: [audit], ...pending };
      return (await model.create(created)).toObject<ReturnParcelRecord>();
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
    const existing = await model.findById(id).lean<ReturnParcelRecord>().exec();
    if (existing?.status === 'cancelled') {
      const again = { $set: pending, $inc: { attempt: 1 }, $unset: { awb: 1 }, $push: { outbox: audit } };
      const guard = { _id: id, status: 'cancelled', attempt: existing.attempt } as const;
      const claimed = await model
        .findOneAndUpdate(guard, again, { returnDocument: 'after', runValidators: true })
        .lean<ReturnParcelRecord>()
        .exec();
      if (claimed) return claimed;
    } else if (existing?.courier === courier && existing.pickupOn === pickupOn) {
      if (existing.status !== 'pending') return existing;
      const claimed = await this.claimDue(existing);
      if (claimed) return claimed;
      // Another request books it at this moment.
      throw new AppError('UNAVAILABLE');
    }
    throw new AppError('PICKUP_BOOKED');
  }

  private async complete(parcel: ReturnParcelRecord, facts: Facts): Promise<ReturnParcelRecord> {
    try {
      const { trackingUrl, awb, courierName } = await this.bookAtCourier(parcel, facts);
      const booked = { awb, courierName, ...(trackingUrl ? { trackingUrl } : {}) };
      await this.parcels.move(parcel, 'booked', new Date(), booked);
      return { ...parcel, ...booked, status: 'booked' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'COURIER_REFUSED') await this.giveUp(parcel);
      else await this.changePending(parcel, { $set: { dueAt: new Date(Date.now() + this.config.BOOKING_RETRY_MS) } });
      throw error;
    }
  }

  /** Another courier can be booked then. */
  private async giveUp(parcel: ReturnParcelRecord): Promise<void> {
    const { modifiedCount } = await this.changePending(parcel, { $set: { status: 'cancelled' }, $unset: { dueAt: 1 } });
    if (modifiedCount > 0) this.parcels.logChange(parcel, 'cancelled');
  }

  private changePending({ _id, attempt }: ReturnParcelRecord, change: UpdateQuery<ReturnParcelRecord>) {
    return this.parcels.model.updateOne({ _id, attempt, status: 'pending' }, change, { runValidators: true });
  }

  private async bookAtCourier(parcel: ReturnParcelRecord, facts: Facts) {
    const { courier, pickupOn } = parcel;
    const { recipient, lines, orderNumber, orderedAt } = facts;
    if (!recipient)
      throw new AppError('COURIER_REFUSED', { message: 'This order has no address where the courier can collect.' });
    const booked: BookedParcel = await this.couriers.get(courier).createReturn({
      reference: referenceOf(parcel),
      orderNumber,
      orderedAt: new Date(orderedAt),
      recipient,
      lines,
      size: await this.sizes.of(lines),
      pickupOn,
    });
    return booked;
  }

  /** What is due: bookings that a crash or an outage has left, and the tracking of parcels without a scan. */
  @Repeats('return pick-ups', ({ BOOKING_SWEEP_MS }: FulfilmentConfig) => BOOKING_SWEEP_MS)
  private async sweep(): Promise<void> {
    if (this.couriers.connected.length === 0) return;
    const due = await this.parcels.model
      .find({ dueAt: { $exists: true, $lte: new Date() } })
      .sort({ dueAt: 1 })
      .limit(BATCH)
      .lean<ReturnParcelRecord[]>()
      .exec();
    for (const parcel of due) {
      const { _id: returnId, orderId, orderNumber, courier } = parcel;
      try {
        // Also of a courier that is not connected: its parcels would stay first and hide the others.
        const claimed = await this.claimDue(parcel);
        if (!claimed || !this.couriers.isConnected(courier)) continue;
        await (claimed.status === 'pending' ? this.retry(claimed) : this.track(claimed));
      } catch (error) {
        const facts = { orderId, orderNumber, returnId, courier };
        this.logger.warn({ ...loggedError(error), ...facts }, 'pick-up of a return failed');
      }
    }
  }

  private async claimDue(parcel: ReturnParcelRecord): Promise<ReturnParcelRecord | null> {
    const { _id, attempt, status, createdAt } = parcel;
    const now = new Date();
    const isOld = now.getTime() - createdAt.getTime() > MAX_AGE_MS;
    const dueAt = status === 'pending' ? leaseOfBooking() : this.parcels.nextPoll();
    return this.parcels.model
      .findOneAndUpdate(
        { _id, attempt, status, dueAt: { $lte: now } },
        isOld ? { $unset: { dueAt: 1 } } : { $set: { dueAt } },
        { returnDocument: 'after' },
      )
      .lean<ReturnParcelRecord>()
      .exec();
  }

  private async retry(parcel: ReturnParcelRecord): Promise<void> {
    const facts = await this.readReturn(parcel._id);
    if (facts.state === 'requested') {
      await this.complete(parcel, facts);
      return;
    }
    try {
      // An attempt before may have booked it unnoticed.
      await this.couriers.get(parcel.courier).cancel({ reference: referenceOf(parcel) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.logger.warn({ returnId: parcel._id, ...loggedError(error) }, 'pick-up not cancelled at the courier');
    }
    await this.giveUp(parcel);
  }

  private async track({ courier, awb = '' }: ReturnParcelRecord): Promise<void> {
    await this.parcels.record(courier, awb, await this.couriers.get(courier).track([awb]));
  }

  private readReturn(returnId: string): Promise<Facts> {
    return this.commands.request('rpc.order.return.get', { returnId }, ORDER_DEADLINE_MS);
  }
}

const referenceOf = ({ _id, attempt }: ReturnParcelRecord): string => `${_id}-${attempt}`;

type AuditEntry = Parameters<typeof createAuditEvent>[1];

const auditOf = (
  caller: Identity,
  action: AuditEntry['action'],
  { orderId, orderNumber }: Facts,
  changes: AuditEntry['changes'],
) => createAuditEvent(caller, { action, subject: 'order', subjectId: orderId, label: orderNumber, changes });
