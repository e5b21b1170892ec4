import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { toAppError } from '@rangavalli/service-kit/http/error.filter';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { PickupOutcome } from '../couriers/courier.js';
import { Couriers } from '../couriers/couriers.js';
import { mapBounded } from '../couriers/map-bounded.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord } from '../shipments/shipment.schema.js';
import { type Parcel, Shipments } from '../shipments/shipments.service.js';
import { linesToShip } from './dispatch-row.js';
import { DispatchQueue } from './dispatch-queue.service.js';
import { DISPATCH_ORDER, type DispatchRecord } from './dispatch.schema.js';

/** Actions on many orders or parcels at once; the failure of one does not stop the others. */
@Injectable()
export class Dispatch {
  constructor(
    @InjectModel(ORDER_SHIPMENTS) private readonly orders: Model<OrderShipmentsRecord>,
    @InjectModel(DISPATCH_ORDER) private readonly rows: Model<DispatchRecord>,
    private readonly shipments: Shipments,
    private readonly queue: DispatchQueue,
    private readonly couriers: Couriers,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Puts all that is left of each order into a parcel. Idempotent by `requestId` and order. */
  ship(
    { requestId, orderIds, courier }: CallInput<'POST /dispatch/ship'>['body'],
    by: Identity,
  ): Promise<DispatchResult[]> {
    return this.each(orderIds, async (orderId) => {
      const parcels = await this.orders.findById(orderId, { outbox: 0 }).lean<OrderShipmentsRecord>().exec();
      const existing = parcels?.shipments.find((one) => one.requestId === requestId && one.booking?.state !== 'failed');
      if (parcels && existing) return { order: parcels, shipment: existing };
      const left = linesToShip(await this.queue.getOrder(orderId), parcels ?? undefined);
      if (left.length === 0) throw new AppError('SHIPMENT_LINES_INVALID', { message: 'All items are in parcels.' });
      const lines = left.map(({ lineId, quantity }) => ({ lineId, quantity }));
      return this.shipments.create({ requestId, orderId, lines, courier }, by);
    });
  }

  /** Marks parcels as handed to their courier. Idempotent. */
  markDispatched(shipmentIds: readonly string[], by: Identity): Promise<DispatchResult[]> {
    return this.each(shipmentIds, (id) => this.shipments.setStatus(id, { status: 'picked_up' }, by));
  }

  /**
   * Requests a courier to collect parcels on a day, and notes it on their orders. Idempotent.
   * @throws AppError SHIPMENT_NOT_FOUND, VALIDATION_FAILED for parcels of another courier, COURIER_NOT_AVAILABLE;
   *   COURIER_REFUSED and COURIER_UNAVAILABLE, also when the courier collects only some of them
   */
  async requestPickup(
    { courier, date, shipmentIds }: CallInput<'POST /dispatch/pickup'>['body'],
    by: Identity,
  ): Promise<void> {
    const parcels = await this.find(shipmentIds);
    assertCourier(parcels, courier);
    const { failures, known } = await this.couriers.get(courier).requestPickup(parcels.map(toReference), date);
    const failed = parcels.filter(({ shipment }) => failures.some(({ awb }) => awb === shipment.awb));
    const requested = parcels.filter((parcel) => !failed.includes(parcel));
    for (const { order, shipment } of requested) {
      // The courier keeps the day of the first request.
      if (known.includes(shipment.awb) && (await this.rows.exists({ _id: order._id, pickupDate: { $exists: true } })))
        continue;
      const audit = createAuditEvent(by, {
        action: 'shipping.pickup.requested',
        subject: 'order',
        subjectId: order._id,
        label: `Shipment ${shipment.id}`,
        changes: [{ field: 'pickup', to: date }],
      });
      const row = await this.rows
        .findOneAndUpdate(
          { _id: order._id },
          { $set: { pickupDate: date }, $push: { outbox: audit } },
          { returnDocument: 'after' },
        )
        .lean<DispatchRecord>();
      this.outbox.publishPending(this.rows, row);
    }
    const [failure] = failures;
    if (failure) throw pickupError(failure, failed, requested.length);
  }

  /** Returns parcels in the order of their ids. @throws AppError SHIPMENT_NOT_FOUND */
  async find(shipmentIds: readonly string[]): Promise<Parcel[]> {
    const orders = await this.orders
      .find({ 'shipments.id': { $in: [...shipmentIds] } }, { outbox: 0 })
      .limit(shipmentIds.length)
      .lean<OrderShipmentsRecord[]>();
    const found = new Map(
      orders.flatMap((order) => order.shipments.map((shipment) => [shipment.id, { order, shipment }] as const)),
    );
    return shipmentIds.map((id) => {
      const parcel = found.get(id);
      if (!parcel) throw new AppError('SHIPMENT_NOT_FOUND', { message: `Shipment ${id} was not found.` });
      return parcel;
    });
  }

  private async each(ids: readonly string[], act: (id: string) => Promise<Parcel>): Promise<DispatchResult[]> {
    return mapBounded(ids, async (id) => {
      try {
        const { order, shipment } = await act(id);
        await this.refresh(order._id);
        return { id, label: order.orderNumber, isDone: true, shipmentId: shipment.id, awb: shipment.awb };
      } catch (error) {
        const { code, message } = toAppError(error);
        if (code === 'INTERNAL') this.logger.error({ err: error, id }, 'dispatch failed');
        const row = await this.rows.findById(id, { orderNumber: 1 }).lean<DispatchRecord>();
        return { id, label: row?.orderNumber ?? id, isDone: false, code, message };
      }
    });
  }

  /** So that the next list shows the change; without it, its event does. */
  private async refresh(orderId: string): Promise<void> {
    try {
      await this.queue.refresh(orderId);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'row of the dispatch queue not refreshed');
    }
  }
}

/** @throws AppError VALIDATION_FAILED */
export function assertCourier(parcels: readonly Parcel[], courier: string): void {
  const other = parcels.find(({ shipment }) => shipment.courier !== courier);
  if (!other) return;
  throw new AppError('VALIDATION_FAILED', {
    message: `Parcel ${other.shipment.id} has another courier. Please select parcels of one courier.`,
    details: { fields: { shipmentIds: 'parcels of several couriers' } },
  });
}

/** Returns the error of the first failure, with the parcels that failed. */
function pickupError(
  { error }: PickupOutcome['failures'][number],
  failed: readonly Parcel[],
  requested: number,
): AppError {
  const names = failed.map(({ shipment }) => shipment.id).join(', ');
  const rest =
    requested > 0 ? ` The pickup of ${requested} ${requested === 1 ? 'parcel' : 'parcels'} was requested.` : '';
  const message = `No pickup was requested for ${names}.${rest} ${error.message}`;
  return new AppError(error.code, { message, cause: error.cause });
}

export const toReference = ({ shipment: { id, awb, courierShipmentId } }: Parcel) => ({
  awb,
  courierShipmentId: courierShipmentId ?? id,
});
