import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { EventData } from '@rangavalli/contracts/events';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { type ShipmentStatus, shipmentTransitions } from '@rangavalli/contracts/shipment-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { Couriers } from '../couriers/couriers.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';
import { Bookings, leaseOfBooking } from './bookings.js';
import { shareOfCash } from './parcel-cash.js';
import {
  cancelBooking,
  cancelParcel,
  chooseLines,
  isInShop,
  linesLeft,
  withoutCancelled,
  withoutNeedless,
} from './shipment-lines.js';
import { type Parcel, ShipmentStore } from './shipment-store.js';
import type { OrderShipmentsRecord, ShipmentEventRecord, ShipmentRecord } from './shipment.schema.js';

const ORDER_DEADLINE_MS = 3_000;
const TOKEN_BYTES = 24;
/** Bounds the document. */
const MAX_SHIPMENTS = 50;

export type { Parcel } from './shipment-store.js';

type NewShipment = CallInput<'POST /shipments'>['body'];

/** The parcels of orders. */
@Injectable()
export class Shipments {
  constructor(
    private readonly store: ShipmentStore,
    private readonly commands: Commands,
    private readonly couriers: Couriers,
    private readonly bookings: Bookings,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
  ) {}

  /**
   * Ships lines of an order in one parcel. Idempotent by `requestId`. A courier with an account books it: the parcel is
   * written first, and stays pending while the courier does not respond.
   * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_SHIPPABLE, SHIPMENT_LINES_INVALID, COURIER_NOT_AVAILABLE,
   *   COURIER_REFUSED, AWB_TAKEN, UNAVAILABLE
   */
  async create(request: NewShipment, by: Identity): Promise<Parcel> {
    const { requestId, orderId, courier, awb } = request;
    const isBooked = !awb && this.couriers.isConnected(courier);
    if (courier !== 'own' && !awb && !isBooked) throw new AppError('COURIER_NOT_AVAILABLE');
    for (;;) {
      const order = await this.open(orderId);
      const existing =
        requestId && order.shipments.find((one) => one.requestId === requestId && one.booking?.state !== 'failed');
      if (existing) return { order, shipment: existing };
      if (order.isCancelled) throw new AppError('ORDER_NOT_SHIPPABLE');
      if (order.shipments.length >= MAX_SHIPMENTS) throw new AppError('SHIPMENT_LINES_INVALID');
      const shipment = await this.build(order, request, by, isBooked);
      // The index compares other orders.
      if (order.shipments.some((one) => one.awb === shipment.awb)) throw new AppError('AWB_TAKEN');
      const audit = { by, action: 'created', changes: [{ field: 'status', to: 'created' }] } as const;
      const shipments = withoutNeedless({ ...order, shipments: [...order.shipments, shipment] }, shipment.createdAt);
      const changed = await this.store.write(order, shipments, shipment, {
        audit: { ...audit, changes: [...audit.changes] },
        published: {},
      });
      if (changed) return isBooked ? this.bookings.book({ order: changed, shipment }) : { order: changed, shipment };
    }
  }

  /** @throws AppError ORDER_NOT_FOUND, also for other customers' orders */
  async list(orderId: string, caller: Identity): Promise<OrderShipmentsRecord | undefined> {
    const isStaff = hasPermission(caller.role, 'orders.read');
    const order = await this.store.findOrder(orderId);
    const userId = order?.userId ?? (isStaff ? undefined : (await this.getOrder(orderId)).userId);
    if (!isStaff && userId !== caller.id) throw new AppError('ORDER_NOT_FOUND');
    return order ?? undefined;
  }

  /** Returns the units of an order that are in no parcel; undefined while the order service does not reply. */
  async findLeft(order: OrderShipmentsRecord): Promise<NewShipment['lines'] | undefined> {
    try {
      const { lines } = await this.getOrder(order._id);
      return linesLeft(order, lines).map(({ lineId, quantity }) => ({ lineId, quantity }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  }

  /** @throws AppError SHIPMENT_NOT_FOUND */
  async findByToken(token: string): Promise<Parcel> {
    return this.store.findShipment({ 'shipments.token': token }, (shipment) => shipment.token === token);
  }

  /**
   * Sets the status of a parcel. Idempotent. A cancelled parcel is cancelled at its courier too.
   * @throws AppError SHIPMENT_NOT_FOUND, SHIPMENT_STATUS_INVALID
   */
  async setStatus(
    id: string,
    { status, place, note }: CallInput<'POST /shipments/{id}/status'>['body'],
    by: Identity,
  ): Promise<Parcel> {
    return this.store.update(id, ({ shipment }) => {
      if (shipment.status === status) return undefined;
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
      const moved = { ...shipment, status, history: [...shipment.history, entry] };
      return {
        shipment: countAttempt(status === 'cancelled' ? cancelBooking(moved) : moved, entry),
        audit: { by, action: 'status', changes: [{ field: 'status', from: shipment.status, to: status }] },
        published: { previous: shipment.status },
      };
    });
  }

  /** Cancels the parcels of a cancelled order that are still in the shop, also at their couriers. Idempotent. */
  async cancelOrder(orderId: string): Promise<void> {
    for (;;) {
      const order = await this.store.findOrder(orderId);
      if (!order || order.isCancelled) return;
      const now = new Date();
      const shipments = order.shipments.map((one) => (isInShop(one) ? cancelParcel(one, now) : one));
      if (await this.store.writeAll(order, shipments, { isCancelled: true })) return;
    }
  }

  /** Removes cancelled units from what is to be shipped. Idempotent; the order of the events does not matter. */
  async withdrawLines(orderId: string, left: EventData<'order.lines.cancelled'>['lines']): Promise<void> {
    for (;;) {
      const order = await this.store.findOrder(orderId);
      if (!order || order.isCancelled) return;
      const { ordered, shipments } = withoutCancelled(order, left, new Date());
      if (await this.store.writeAll(order, shipments, { ordered })) return;
    }
  }

  private async build(
    order: OrderShipmentsRecord,
    { requestId, lines, courier, awb, parcel }: NewShipment,
    by: Identity,
    isBooked: boolean,
  ): Promise<ShipmentRecord> {
    const id = `${order.orderNumber}-${order.shipments.length + 1}`;
    const facts = await this.getOrder(order._id);
    const chosen = chooseLines(linesLeft(order, facts.lines), lines);
    const codPaise = shareOfCash(facts, order, chosen);
    const now = new Date();
    // The poll of a booked parcel is due once it has its number.
    const isPolled = awb !== undefined && this.couriers.isConnected(courier);
    return {
      id,
      ...(requestId ? { requestId } : {}),
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      status: 'created',
      courier,
      awb: awb ?? id,
      ...(isBooked ? { booking: { state: 'pending', tries: 0, dueAt: leaseOfBooking() } } : {}),
      ...(codPaise === undefined ? {} : { codPaise }),
      ...(isPolled ? { nextPollAt: new Date(now.getTime() + this.config.COURIER_POLL_AFTER_MS) } : {}),
      ...(parcel ? { parcel } : {}),
      lines: chosen,
      createdAt: now,
      history: [{ status: 'created', at: now, by: by.email }],
    };
  }

  /** Returns the document of an order, which its first parcel makes. */
  private async open(orderId: string): Promise<OrderShipmentsRecord> {
    for (;;) {
      const existing = await this.store.findOrder(orderId);
      if (existing) return existing;
      const { status, promise, lines, orderNumber, userId, city } = await this.getOrder(orderId);
      if (status === 'Cancelled') throw new AppError('ORDER_NOT_SHIPPABLE');
      const record: OrderShipmentsRecord = {
        _id: orderId,
        orderNumber,
        userId,
        ...(city ? { city } : {}),
        ...(promise ? { promise: { from: promise.from, to: promise.to } } : {}),
        ordered: lines.map(({ lineId, productId, name, size, quantity }) => ({
          lineId,
          productId,
          name,
          size,
          quantity,
        })),
        shipments: [],
        revision: 1,
        createdAt: new Date(),
        outbox: [],
      };
      if (await isInserted(this.store.model.create(record))) return record;
    }
  }

  private getOrder(orderId: string) {
    return this.commands.request('rpc.order.shipping.get', { orderId }, ORDER_DEADLINE_MS);
  }
}

function countAttempt(shipment: ShipmentRecord, { status, at, note }: ShipmentEventRecord): ShipmentRecord {
  if (status !== 'undelivered') return shipment;
  const attempts = (shipment.undelivered?.attempts ?? 0) + 1;
  return { ...shipment, undelivered: { attempts, at, ...(note ? { reason: note } : {}) } };
}

const labelOf = (status: ShipmentStatus): string =>
  status === 'rto' ? 'returning to the shop' : status.replaceAll('_', ' ');
