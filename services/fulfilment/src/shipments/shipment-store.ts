import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ShipmentStatus } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { orderProgress } from './shipment-lines.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord, type ShipmentRecord } from './shipment.schema.js';

/** A parcel with the order that it belongs to. */
export interface Parcel {
  order: OrderShipmentsRecord;
  shipment: ShipmentRecord;
}

type ShipmentAudit = 'created' | 'status' | 'ndr' | 'received';
interface FieldChange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

export interface ShipmentChange {
  /** What staff did. */
  audit?: { by: Identity; action: ShipmentAudit; changes: FieldChange[] };
  /** Publishes the status, which was another one before; missing for a new parcel. */
  published?: { previous?: ShipmentStatus };
}

/** Reads and writes parcels. Each change is one write, guarded by the revision that was read, with its events in it. */
@Injectable()
export class ShipmentStore {
  constructor(
    @InjectModel(ORDER_SHIPMENTS) readonly model: Model<OrderShipmentsRecord>,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(model);
  }

  async findOrder(orderId: string): Promise<OrderShipmentsRecord | null> {
    return this.model.findById(orderId).lean<OrderShipmentsRecord>().exec();
  }

  /** @throws AppError SHIPMENT_NOT_FOUND */
  async findShipment(filter: Record<string, string>, isIt: (shipment: ShipmentRecord) => boolean): Promise<Parcel> {
    const order = await this.model.findOne(filter).lean<OrderShipmentsRecord>().exec();
    const shipment = order?.shipments.find(isIt);
    if (!order || !shipment) throw new AppError('SHIPMENT_NOT_FOUND');
    return { order, shipment };
  }

  findById(id: string): Promise<Parcel> {
    return this.findShipment({ 'shipments.id': id }, (shipment) => shipment.id === id);
  }

  /**
   * Changes one parcel. Repeated until no other request has changed the order meanwhile. `change` returns undefined
   * when there is nothing to do.
   * @throws AppError SHIPMENT_NOT_FOUND, AWB_TAKEN, and what `change` throws
   */
  async update(
    id: string,
    change: (parcel: Parcel) => ({ shipment: ShipmentRecord } & ShipmentChange) | undefined,
  ): Promise<Parcel> {
    for (;;) {
      const parcel = await this.findById(id);
      const { shipment, ...rest } = change(parcel) ?? {};
      if (!shipment) return parcel;
      const shipments = parcel.order.shipments.map((one) => (one.id === id ? shipment : one));
      const order = await this.write(parcel.order, shipments, shipment, rest);
      if (order) return { order, shipment };
    }
  }

  /** Returns null when another request changed the order meanwhile. @throws AppError AWB_TAKEN */
  async write(
    order: OrderShipmentsRecord,
    shipments: ShipmentRecord[],
    shipment: ShipmentRecord,
    { audit, published }: ShipmentChange,
  ): Promise<OrderShipmentsRecord | null> {
    const parcel = { order: { ...order, shipments }, shipment };
    const events = [
      ...(published ? [createShipmentChanged(parcel, published.previous)] : []),
      ...(audit ? [createShipmentAudit(parcel, audit)] : []),
    ];
    try {
      const written = await this.model
        .findOneAndUpdate(
          { _id: order._id, revision: order.revision },
          {
            ...setShipments(shipments),
            $inc: { revision: 1 },
            $push: { outbox: { $each: events } },
          },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<OrderShipmentsRecord>()
        .exec();
      if (!written) return null;
      this.outbox.publishPending(this.model, written);
      if (published) this.logChange(order, shipment, published.previous);
      return written;
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('AWB_TAKEN');
      throw error;
    }
  }

  /**
   * Writes the parcels and other fields of an order, without events. Returns false when another request changed the
   * order meanwhile.
   */
  async writeAll(
    order: OrderShipmentsRecord,
    shipments: readonly ShipmentRecord[],
    fields: Partial<Pick<OrderShipmentsRecord, 'isCancelled' | 'ordered'>>,
  ): Promise<boolean> {
    const update = setShipments(shipments);
    const { modifiedCount } = await this.model.updateOne(
      { _id: order._id, revision: order.revision },
      { ...update, $set: { ...update.$set, ...fields }, $inc: { revision: 1 } },
      { runValidators: true },
    );
    if (modifiedCount === 0) return false;
    for (const shipment of shipments) {
      const from = order.shipments.find(({ id }) => id === shipment.id)?.status;
      if (shipment.status !== from) this.logChange(order, shipment, from);
    }
    return true;
  }

  private logChange(
    { _id: orderId, orderNumber }: OrderShipmentsRecord,
    { id: shipmentId, status: outcome }: ShipmentRecord,
    from: ShipmentStatus | undefined,
  ): void {
    this.logger.info({ orderId, orderNumber, shipmentId, from, outcome }, 'shipment changed');
  }
}

/** Returns the update of all parcels of an order, with the fields by which orders are found. */
function setShipments(shipments: readonly ShipmentRecord[]) {
  const open = shipments.filter(({ received }) => !received).map(({ status }) => status);
  const attention = (['undelivered', 'rto'] as const).filter((status) => open.includes(status));
  const fields = {
    attention: attention.length > 0 ? attention : undefined,
    bookingDueAt: earliest(shipments.map(({ booking }) => booking?.dueAt)),
    pollDueAt: earliest(shipments.map(({ nextPollAt }) => nextPollAt)),
  };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  const absent = Object.entries(fields).filter(([, value]) => value === undefined);
  return {
    $set: { shipments, ...Object.fromEntries(present) },
    $unset: Object.fromEntries(absent.map(([name]) => [name, 1])),
  };
}

const earliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.flatMap((time) => time ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0];

/** The page of a parcel, relative to the shop's address. */
export const trackingPathOf = ({ token }: Pick<ShipmentRecord, 'token'>): string => `/track/${token}`;

const createShipmentAudit = (
  { order, shipment }: Parcel,
  { by, action, changes }: NonNullable<ShipmentChange['audit']>,
) =>
  createAuditEvent(by, {
    action: `shipping.shipment.${action}`,
    subject: 'order',
    subjectId: order._id,
    label: `Shipment ${shipment.id}`,
    changes,
  });

function createShipmentChanged({ order, shipment }: Parcel, previous: ShipmentStatus | undefined) {
  const { status, courier, awb, lines, history, received } = shipment;
  const restocked = received?.lines.filter(({ restock }) => restock).map(({ lineId }) => lineId);
  const damaged = restocked ? unitsOf(lines.filter(({ lineId }) => !restocked.includes(lineId))) : [];
  const last = history.findLast((entry) => entry.status === status) ?? history.at(-1);
  return createEvent('fulfilment.shipment.changed', {
    orderId: order._id,
    userId: order.userId,
    orderNumber: order.orderNumber,
    shipmentId: shipment.id,
    status,
    ...(previous ? { previous } : {}),
    at: (last?.at ?? new Date()).toISOString(),
    courier,
    awb,
    trackingPath: trackingPathOf(shipment),
    ...(last?.place ? { place: last.place } : {}),
    lines: unitsOf(lines),
    order: orderProgress(order),
    ...(damaged.length > 0 ? { damaged } : {}),
  });
}

const unitsOf = (lines: ShipmentRecord['lines']) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
