import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { type ShipmentStatus, shipmentTransitions } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isDuplicateKeyError, isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { chooseLines, linesLeft, orderProgress } from './shipment-lines.js';
import {
  ORDER_SHIPMENTS,
  type OrderShipmentsRecord,
  type ShipmentEventRecord,
  type ShipmentRecord,
} from './shipment.schema.js';

const ORDER_DEADLINE_MS = 3_000;
const TOKEN_BYTES = 24;
/** Bounds the document. */
const MAX_SHIPMENTS = 50;

type NewShipment = CallInput<'POST /shipments'>['body'];

/** A parcel with the order that it belongs to. */
export interface Parcel {
  order: OrderShipmentsRecord;
  shipment: ShipmentRecord;
}

/** The parcels of orders. Each change is one write, guarded by the revision that was read, with its events in it. */
@Injectable()
export class Shipments {
  constructor(
    @InjectModel(ORDER_SHIPMENTS) private readonly orders: Model<OrderShipmentsRecord>,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
  ) {
    outbox.register(orders);
  }

  /**
   * Ships lines of an order in one parcel. Idempotent by `requestId`.
   * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_SHIPPABLE, SHIPMENT_LINES_INVALID, COURIER_NOT_AVAILABLE, AWB_TAKEN,
   *   UNAVAILABLE
   */
  async create({ requestId, orderId, lines, courier, awb, parcel }: NewShipment, by: Identity): Promise<Parcel> {
    if (courier !== 'own' && !awb) throw new AppError('COURIER_NOT_AVAILABLE');
    for (;;) {
      const order = await this.open(orderId);
      const existing = requestId && order.shipments.find((one) => one.requestId === requestId);
      if (existing) return { order, shipment: existing };
      if (order.isCancelled) throw new AppError('ORDER_NOT_SHIPPABLE');
      if (order.shipments.length >= MAX_SHIPMENTS) throw new AppError('SHIPMENT_LINES_INVALID');
      const id = `${order.orderNumber ?? orderId}-${order.shipments.length + 1}`;
      const number = awb ?? id;
      // The index compares other orders.
      if (order.shipments.some((one) => one.awb === number)) throw new AppError('AWB_TAKEN');
      const now = new Date();
      const shipment: ShipmentRecord = {
        id,
        ...(requestId ? { requestId } : {}),
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
        status: 'created',
        courier,
        awb: number,
        ...(parcel ? { parcel } : {}),
        lines: chooseLines(linesLeft(order), lines),
        createdAt: now,
        history: [{ status: 'created', at: now, by: by.email }],
      };
      const audit = { action: 'shipping.shipment.created', to: 'created' } as const;
      const changed = await this.write(order, [...order.shipments, shipment], { shipment, by, audit });
      if (changed) return { order: changed, shipment };
    }
  }

  /** @throws AppError ORDER_NOT_FOUND, also for other customers' orders */
  async list(orderId: string, caller: Identity): Promise<OrderShipmentsRecord | undefined> {
    const isStaff = hasPermission(caller.role, 'orders.read');
    const order = await this.orders.findById(orderId).lean<OrderShipmentsRecord>().exec();
    const userId = order?.userId ?? (isStaff ? undefined : (await this.getOrder(orderId)).userId);
    if (!isStaff && userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
    return order ?? undefined;
  }

  /** @throws AppError SHIPMENT_NOT_FOUND */
  async findByToken(token: string): Promise<Parcel> {
    return this.findShipment({ 'shipments.token': token }, (shipment) => shipment.token === token);
  }

  /**
   * Sets the status of a parcel. Idempotent.
   * @throws AppError SHIPMENT_NOT_FOUND, SHIPMENT_STATUS_INVALID
   */
  async setStatus(
    id: string,
    { status, place, note }: CallInput<'POST /shipments/{id}/status'>['body'],
    by: Identity,
  ): Promise<Parcel> {
    for (;;) {
      const { order, shipment } = await this.findShipment({ 'shipments.id': id }, (one) => one.id === id);
      if (shipment.status === status) return { order, shipment };
      if (!shipmentTransitions[shipment.status].includes(status))
        throw new AppError('SHIPMENT_STATUS_INVALID', {
          message: `The shipment is ${labelOf(shipment.status)} and cannot change to ${labelOf(status)}.`,
        });
      const entry: ShipmentEventRecord = {
        status,
        at: new Date(),
        ...(place ? { place } : {}),
        ...(note ? { note } : {}),
        by: by.email,
      };
      const next = { ...shipment, status, history: [...shipment.history, entry] };
      const shipments = order.shipments.map((one) => (one.id === id ? next : one));
      const audit = { action: 'shipping.shipment.status', from: shipment.status, to: status } as const;
      const changed = await this.write(order, shipments, { shipment: next, by, audit, previous: shipment.status });
      if (changed) return { order: changed, shipment: next };
    }
  }

  /** Cancels the parcels of a cancelled order that are still in the shop. Idempotent. */
  async cancelOrder(orderId: string): Promise<void> {
    for (;;) {
      const order = await this.orders.findById(orderId).lean<OrderShipmentsRecord>().exec();
      if (!order || order.isCancelled) return;
      const at = new Date();
      const shipments = order.shipments.map((one) =>
        one.status === 'created'
          ? { ...one, status: 'cancelled' as const, history: [...one.history, { status: 'cancelled' as const, at }] }
          : one,
      );
      const { modifiedCount } = await this.orders.updateOne(
        { _id: orderId, revision: order.revision },
        { $set: { shipments, isCancelled: true }, $inc: { revision: 1 } },
        { runValidators: true },
      );
      if (modifiedCount === 1) return;
    }
  }

  /** Returns the document of an order, which its first parcel makes. */
  private async open(orderId: string): Promise<OrderShipmentsRecord> {
    for (;;) {
      const existing = await this.orders.findById(orderId).lean<OrderShipmentsRecord>().exec();
      if (existing) return existing;
      const { status, promise, lines, orderNumber, userId, city } = await this.getOrder(orderId);
      if (status === 'Cancelled') throw new AppError('ORDER_NOT_SHIPPABLE');
      const record: OrderShipmentsRecord = {
        _id: orderId,
        ...(orderNumber ? { orderNumber } : {}),
        userId,
        ...(city ? { city } : {}),
        ...(promise ? { promise: { from: promise.from, to: promise.to } } : {}),
        ordered: lines,
        shipments: [],
        revision: 1,
        createdAt: new Date(),
        outbox: [],
      };
      if (await isInserted(this.orders.create(record))) return record;
    }
  }

  private getOrder(orderId: string) {
    return this.commands.request('rpc.order.shipping.get', { orderId }, ORDER_DEADLINE_MS);
  }

  private async findShipment(
    filter: Record<string, string>,
    isIt: (shipment: ShipmentRecord) => boolean,
  ): Promise<Parcel> {
    const order = await this.orders.findOne(filter).lean<OrderShipmentsRecord>().exec();
    const shipment = order?.shipments.find(isIt);
    if (!order || !shipment) throw new AppError('SHIPMENT_NOT_FOUND');
    return { order, shipment };
  }

  /** Returns null when another request changed the order meanwhile. @throws AppError AWB_TAKEN */
  private async write(
    order: OrderShipmentsRecord,
    shipments: ShipmentRecord[],
    change: {
      shipment: ShipmentRecord;
      by: Identity;
      audit: {
        action: 'shipping.shipment.created' | 'shipping.shipment.status';
        from?: ShipmentStatus;
        to: ShipmentStatus;
      };
      previous?: ShipmentStatus;
    },
  ): Promise<OrderShipmentsRecord | null> {
    const { shipment, by, previous } = change;
    const { action, from, to } = change.audit;
    const next = { ...order, shipments };
    const events = [
      createShipmentChanged({ order: next, shipment }, previous),
      createAuditEvent(by, {
        action,
        subject: 'order',
        subjectId: order._id,
        label: `Shipment ${shipment.id}`,
        changes: [{ field: 'status', ...(from ? { from } : {}), to }],
      }),
    ];
    try {
      const written = await this.orders
        .findOneAndUpdate(
          { _id: order._id, revision: order.revision },
          { $set: { shipments }, $inc: { revision: 1 }, $push: { outbox: { $each: events } } },
          { returnDocument: 'after', runValidators: true },
        )
        .lean<OrderShipmentsRecord>()
        .exec();
      if (written) this.outbox.publishPending(this.orders, written);
      return written;
    } catch (error) {
      if (isDuplicateKeyError(error)) throw new AppError('AWB_TAKEN');
      throw error;
    }
  }
}

const labelOf = (status: ShipmentStatus): string =>
  status === 'rto' ? 'returning to the shop' : status.replaceAll('_', ' ');

/** The page of a parcel, relative to the shop's address. */
export const trackingPathOf = ({ token }: Pick<ShipmentRecord, 'token'>): string => `/track/${token}`;

function createShipmentChanged({ order, shipment }: Parcel, previous: ShipmentStatus | undefined) {
  const { status, courier, awb, lines, history } = shipment;
  const last = history.at(-1);
  return createEvent('fulfilment.shipment.changed', {
    orderId: order._id,
    userId: order.userId,
    ...(order.orderNumber ? { orderNumber: order.orderNumber } : {}),
    shipmentId: shipment.id,
    status,
    ...(previous ? { previous } : {}),
    at: (last?.at ?? new Date()).toISOString(),
    courier,
    awb,
    trackingPath: trackingPathOf(shipment),
    ...(last?.place ? { place: last.place } : {}),
    lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
    order: orderProgress(order),
  });
}
