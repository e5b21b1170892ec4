import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { DispatchCounts, DispatchOrder } from '@rangavalli/contracts/entities/dispatch';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { normalizeOrderNumber } from '@rangavalli/contracts/order-number';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { batch } from '@rangavalli/service-kit/batch';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { paiseToRupees } from '@rangavalli/service-kit/money';
import { type AnyBulkWriteOperation, type Model, mongo, type QueryFilter } from 'mongoose';
import { Couriers } from '../couriers/couriers.js';
import { type PinTerms, PinTermsService } from '../promise/pin-terms.service.js';
import { DeliveryStore } from '../settings/delivery-store.js';
import { ParcelSizes } from '../shipments/parcel-sizes.service.js';
import { ORDER_SHIPMENTS, type OrderShipmentsRecord } from '../shipments/shipment.schema.js';
import { buildRow, type OrderedLine, type ShippingOrder } from './dispatch-row.js';
import { DISPATCH_ORDER, dispatchIndexes, type DispatchRecord, rowFields } from './dispatch.schema.js';

const ORDER_DEADLINE_MS = 3_000;
const DEFAULT_LIMIT = 100;
/** Rows of so many ms are written by one command. */
const BATCH_MS = 100;
const MAX_BATCH = 50;

type RowUpdate = AnyBulkWriteOperation<DispatchRecord> & { updateOne: object };
type Query = CallInput<'GET /dispatch/orders'>['query'];
type Page = Omit<CallResponse<'GET /dispatch/orders'>, 'success'>;

/** The orders that have goods in the shop: a read model of placed orders and their parcels. */
@Injectable()
export class DispatchQueue {
  /** Like `refresh`, together with the orders of the next moment. */
  readonly refreshSoon = batch(BATCH_MS, MAX_BATCH, async (orderIds: readonly string[]) =>
    (await this.refreshAll(orderIds)).map((failure) => failure ?? true),
  );

  constructor(
    @InjectModel(DISPATCH_ORDER) private readonly rows: Model<DispatchRecord>,
    @InjectModel(ORDER_SHIPMENTS) private readonly parcels: Model<OrderShipmentsRecord>,
    private readonly commands: Commands,
    private readonly store: DeliveryStore,
    private readonly sizes: ParcelSizes,
    private readonly terms: PinTermsService,
    private readonly couriers: Couriers,
    outbox: Outbox,
  ) {
    outbox.register(rows);
  }

  /** @throws AppError ORDER_NOT_FOUND, UNAVAILABLE */
  getOrder(orderId: string): Promise<ShippingOrder> {
    return this.commands.request('rpc.order.shipping.get', { orderId }, ORDER_DEADLINE_MS);
  }

  /**
   * Brings the row of an order up to date with the order and its parcels. Idempotent; every change of either publishes
   * an event that leads here, so that the last write has both.
   * @throws AppError UNAVAILABLE
   */
  async refresh(orderId: string): Promise<void> {
    const [failure] = await this.refreshAll([orderId]);
    if (failure) throw failure;
  }

  /** Returns an error for each order that could not be brought up to date. */
  private async refreshAll(orderIds: readonly string[]): Promise<(Error | undefined)[]> {
    const parcels = await this.parcels
      .find({ _id: { $in: [...new Set(orderIds)] } }, { outbox: 0 })
      .lean<OrderShipmentsRecord[]>()
      .exec();
    const parcelsOf = new Map(parcels.map((one) => [one._id, one]));
    const built = await Promise.all(
      orderIds.map((id) => this.buildUpdate(id, parcelsOf.get(id)).catch((error: unknown) => toError(error))),
    );
    const updates = built.flatMap((one) => (one && !(one instanceof Error) ? [one] : []));
    const failures = updates.length > 0 ? await this.writeAll(updates) : new Map<RowUpdate, Error>();
    return built.map((one) => (one instanceof Error ? one : one && failures.get(one)));
  }

  /** Undefined for an order that is not placed. */
  private async buildUpdate(orderId: string, parcels?: OrderShipmentsRecord): Promise<RowUpdate | undefined> {
    const order = await this.findOrder(orderId);
    if (!order) return undefined;
    const version = (order.revision ?? 0) + (parcels?.revision ?? 0);
    const delivery = await this.store.current();
    const courierDays = (await this.findTerms(order))?.days.from;
    const row = buildRow(order, parcels, delivery, await this.weigh(order), courierDays);
    const missing = rowFields.filter((field) => row?.[field] === undefined);
    const unset = Object.fromEntries([...missing, ...(row ? (['closedAt'] as const) : [])].map((field) => [field, 1]));
    return {
      updateOne: {
        filter: { _id: orderId, version: { $lte: version } },
        update: { $set: { version, ...(row ?? { closedAt: new Date() }) }, $unset: unset },
        upsert: true,
      },
    };
  }

  /** Undefined without a PIN code that exists. */
  private async findTerms({ recipient }: ShippingOrder): Promise<PinTerms | undefined> {
    const pincode = recipient?.pincode ?? '';
    return findPinPlace(pincode) && this.terms.find(pincode);
  }

  private async writeAll(updates: readonly RowUpdate[]): Promise<Map<RowUpdate, Error>> {
    try {
      await this.rows.bulkWrite([...updates], { ordered: false });
      return new Map();
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
      const failures = [error.writeErrors].flat().filter((failure) => !isDuplicateKeyError(failure));
      return new Map(failures.map(({ index, errmsg }) => [updates[index]!, new Error(errmsg ?? 'row not written')]));
    }
  }

  /** Returns one page by the day on which orders have to leave. */
  async list({ limit = DEFAULT_LIMIT, cursor, ...query }: Query): Promise<Page> {
    const today = toIndianDay(new Date());
    const [page, counts, delivery] = await Promise.all([
      findPage(this.rows, {
        filter: filterOf(query, today),
        // Without the date, so that a page loads after midnight too.
        name: [query.view, query.due, query.q, query.zone, query.cod, query.courier],
        projection: { outbox: 0 },
        sort: { dueDate: 1, _id: 1 },
        limit,
        cursor,
        index: query.view === 'ready' ? dispatchIndexes.ready : dispatchIndexes.toShip,
      }),
      cursor ? undefined : this.count(today),
      cursor ? undefined : this.store.current(),
    ]);
    const { items, ...pageInfo } = page;
    return {
      orders: items.map(toOrder),
      ...(counts ? { counts } : {}),
      ...(delivery
        ? {
            zones: delivery.settings.value.zones.map(({ name }) => name),
            couriers: ['own', ...this.couriers.connected],
          }
        : {}),
      ...pageInfo,
    };
  }

  private async count(today: string): Promise<DispatchCounts> {
    const countOf = (filter: QueryFilter<DispatchRecord>, hint: string) =>
      this.rows.countDocuments(filter, { limit: MAX_COUNT, hint }).exec();
    const { toShip: hint } = dispatchIndexes;
    const [overdue, due, toShip, ready] = await Promise.all([
      countOf({ isToShip: true, dueDate: { $lt: today } }, hint),
      countOf({ isToShip: true, dueDate: { $lte: today } }, hint),
      countOf({ isToShip: true }, hint),
      countOf({ isReady: true }, dispatchIndexes.ready),
    ]);
    return { overdue, today: due, toShip, ready };
  }

  private async findOrder(orderId: string): Promise<ShippingOrder | undefined> {
    try {
      return await this.getOrder(orderId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Returns what a unit of a line weighs. */
  private async weigh({ lines }: ShippingOrder) {
    const grams = await this.sizes.unitGrams(lines);
    const byLine = new Map(lines.map(({ lineId }, index) => [lineId, grams[index]]));
    return ({ lineId }: OrderedLine): number | undefined => byLine.get(lineId);
  }
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function filterOf(
  { view, due, q, zone, cod, courier }: Omit<Query, 'limit' | 'cursor'>,
  today: string,
): QueryFilter<DispatchRecord> {
  const orderNumber = q && normalizeOrderNumber(q);
  const isPin = q !== undefined && /^\d{1,6}$/.test(q);
  return {
    ...(view === 'ready' ? { isReady: true } : { isToShip: true }),
    ...(due === 'all' ? {} : { dueDate: due === 'today' ? { $lte: today } : { $lt: today } }),
    ...(isPin ? { pincode: { $gte: q.padEnd(6, '0'), $lte: q.padEnd(6, '9') } } : {}),
    ...(q && !isPin ? { orderNumber: orderNumber ?? q } : {}),
    ...(zone ? { zone } : {}),
    ...(cod ? { codPaise: { $exists: cod === 'true' } } : {}),
    ...(courier && view === 'ready' ? { 'parcels.courier': courier } : {}),
  };
}

const toOrder = ({ _id, codPaise, parcels = [], ...row }: DispatchRecord): DispatchOrder => ({
  orderId: _id,
  orderNumber: row.orderNumber ?? '',
  dueDate: row.dueDate ?? '',
  recipient: row.recipient ?? '',
  city: row.city ?? '',
  pincode: row.pincode ?? '',
  ...(row.zone ? { zone: row.zone } : {}),
  lines: row.lines ?? [],
  parcels: parcels.map((parcel) => ({ ...parcel, createdAt: parcel.createdAt.toISOString() })),
  ...(row.weightGrams ? { weightGrams: row.weightGrams } : {}),
  ...(codPaise ? { cod: paiseToRupees(codPaise) } : {}),
  ...(row.note ? { note: row.note } : {}),
  isGift: row.isGift ?? false,
  ...(row.pickupDate ? { pickupDate: row.pickupDate } : {}),
});
