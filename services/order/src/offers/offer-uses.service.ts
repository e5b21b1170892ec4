import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { MAX_COUNT } from '@rangavalli/contracts/primitives';
import { AppError } from '@rangavalli/service-kit/app-error';
import { DocumentCache } from '@rangavalli/service-kit/database/document-cache';
import { isDuplicateKeyError, isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model, QueryFilter } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { openPhases } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';
import { OFFER, OFFER_USE, type OfferRecord, offerUseIndexes, type OfferUseRecord } from './offer.schema.js';

const MAX_ATTEMPTS = 200;
const MAX_PAUSE_MS = 10;
/** Slots are allocated by so many, and concurrent reservations choose among so many free ones. */
const SPREAD = 20;
/** Longer than the checkout takes until its order is open. */
const RECHECK_MS = 30_000;
const BATCH = 100;
/** How many uses one command reads or writes. */
const PAGE = 1_000;
const MAX_ASSIGNED = 1_000;
const SOME = { $exists: true };
const NONE = { $exists: false };
const FREED = { $set: { state: 'free' }, $unset: { orderId: 1, userId: 1, customerSlot: 1, dueAt: 1, at: 1 } } as const;

type Limits = Pick<OfferRecord, '_id' | 'maxUses' | 'perCustomer'>;
type Order = Pick<OrderRecord, '_id' | 'userId' | 'offerIds'>;
type UseId = Pick<OfferUseRecord, '_id'>;
export type UseRefusal = 'COUPON_USED_UP' | 'COUPON_USED_BY_YOU';

/**
 * Uses of offers, reserved with the checkout like stock: released when it ends unpaid, kept when the order is placed,
 * released when it is cancelled. Every step is one atomic write and may be repeated.
 */
@Injectable()
export class OfferUses {
  private readonly assigned = new DocumentCache<Promise<void>>(MAX_ASSIGNED);

  constructor(
    @InjectModel(OFFER_USE) private readonly uses: Model<OfferUseRecord>,
    @InjectModel(OFFER) private readonly offers: Model<OfferRecord>,
    private readonly store: OrderStore,
  ) {}

  /**
   * Reserves a use of each offer. Returns the first offer that has none left, and then keeps no reservation.
   * @throws AppError UNAVAILABLE when concurrent reservations were faster every time
   */
  async reserve(
    order: Order,
    offers: readonly Limits[],
  ): Promise<{ offerId: string; refusal: UseRefusal } | undefined> {
    for (const offer of offers) {
      const refusal = await this.take(order, offer, 'reserved');
      if (!refusal) continue;
      await this.release(order);
      return { offerId: String(offer._id), refusal };
    }
    return undefined;
  }

  /** Keeps the uses of a paid order, also those that were released meanwhile. @returns false when one has none left */
  async keep(order: Order): Promise<boolean> {
    const { offerIds = [] } = order;
    if (offerIds.length === 0) return true;
    const offers = await this.offers
      .find({ _id: { $in: offerIds } }, { maxUses: 1, perCustomer: 1 })
      .lean<Limits[]>()
      .exec();
    for (const offer of offers) if (await this.take(order, offer, 'used')) return false;
    return true;
  }

  /** Releases the reservations of a checkout that has ended; kept uses stay. */
  release({ _id }: Pick<Order, '_id'>): Promise<void> {
    return this.free({ orderId: String(_id), state: 'reserved' });
  }

  /** Releases the uses of an order that is not fulfilled, also kept ones. */
  remove(orderId: string): Promise<void> {
    return this.free({ orderId });
  }

  /** Compares reservations with their orders: after a crash one may have been left behind. */
  async sweep(now = new Date()): Promise<void> {
    const due = await this.uses
      .find({ dueAt: { $exists: true, $lte: now } })
      .limit(BATCH)
      .lean<(OfferUseRecord & { orderId: string })[]>()
      .exec();
    for (const { _id, orderId, dueAt } of due) {
      const order = await this.store.findById(orderId);
      const asRead = { _id, state: 'reserved' as const, dueAt };
      if (order && (openPhases.includes(order.phase) || order.phase === 'paid'))
        await this.uses.updateOne(asRead, { $set: { dueAt: new Date(now.getTime() + RECHECK_MS) } });
      else if (order?.phase === 'placed' && order.status !== 'Cancelled')
        await this.uses.updateOne(asRead, { $set: { state: 'used' }, $unset: { dueAt: 1 } });
      else await this.free(asRead);
    }
  }

  /** Returns how often each offer is used or reserved: at most MAX_COUNT without a limit, and beyond a later one. */
  async count(offers: readonly Limits[]): Promise<Map<string, number>> {
    const counts = await Promise.all(
      offers.map(async ({ _id, maxUses }) => {
        const offerId = String(_id);
        if (maxUses === undefined) return [offerId, await this.countOf({ offerId, userId: { $gt: '' } })] as const;
        return [offerId, (await this.highestSlot(offerId)) - (await this.countFree(offerId))] as const;
      }),
    );
    return new Map(counts);
  }

  /**
   * Returns why a customer cannot use an offer now, apart from the customer's own checkout, which a new one replaces.
   * Phone orders for the customer keep their uses.
   */
  async refusalFor({ _id, maxUses, perCustomer }: Limits, userId?: string): Promise<UseRefusal | undefined> {
    const offerId = String(_id);
    if (perCustomer && userId && (await this.isUsedUpBy({ offerId, userId }, perCustomer))) return 'COUPON_USED_BY_YOU';
    if (!maxUses) return undefined;
    await this.assignSlotsOnce(offerId, maxUses);
    const beyond = (await this.highestSlot(offerId)) - maxUses;
    if (beyond < 0) return undefined;
    const [free, reserved] = await Promise.all([
      this.countFree(offerId, beyond + 1),
      userId ? this.countOf({ offerId, userId, state: 'reserved' }, 1) : 0,
    ]);
    if (free > beyond) return undefined;
    const isFreed = userId && reserved > 0 && free === beyond && (await this.isReservedInCheckout({ offerId, userId }));
    return isFreed ? undefined : 'COUPON_USED_UP';
  }

  private async isUsedUpBy(own: { offerId: string; userId: string }, limit: number): Promise<boolean> {
    const found = await this.uses
      .find(own, { _id: 0, state: 1 })
      .hint(offerUseIndexes.ofCustomer)
      .limit(limit + 1)
      .lean<Pick<OfferUseRecord, 'state'>[]>()
      .exec();
    if (found.length !== limit) return found.length > limit;
    return !found.some(({ state }) => state === 'reserved') || !(await this.isReservedInCheckout(own));
  }

  /** Not by a phone order for the customer. */
  private async isReservedInCheckout({ offerId, userId }: { offerId: string; userId: string }): Promise<boolean> {
    const checkout = await this.store.model
      .findOne({ userId, open: true }, { _id: 1 })
      .lean<Pick<OrderRecord, '_id'>>()
      .exec();
    if (!checkout) return false;
    return (await this.uses.exists({ orderId: String(checkout._id), offerId, state: 'reserved' })) !== null;
  }

  /**
   * Gives slots to the uses of an offer that had no limit then, until MAX_COUNT slots beyond the limit make it used up,
   * and makes the unused slots below the highest one free, which releases without a record have left. Reads and writes
   * pages of the uses.
   * @throws AppError UNAVAILABLE when concurrent reservations were faster every time
   */
  async assignSlots(offerId: string, maxUses: number): Promise<void> {
    const lastSlot = maxUses + MAX_COUNT;
    if ((await this.highestSlot(offerId)) >= lastSlot) return;
    const withoutSlot = this.uses
      .find({ offerId, slot: NONE }, { _id: 1 })
      .hint(offerUseIndexes.ofCustomer)
      .lean<UseId[]>()
      .cursor({ batchSize: PAGE }) as AsyncIterable<UseId>;
    for await (const page of pagesOf(withoutSlot)) if (!(await this.assignPage(offerId, page, lastSlot))) break;
    await this.freeUnusedSlots(offerId);
  }

  /**
   * Ordered, and with the highest slot read before the uses: two processes give the same uses the same slots, or one
   * gets a duplicate key and retries. @returns false when all slots up to the last one exist
   */
  private async assignPage(offerId: string, page: readonly UseId[], lastSlot: number): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const highest = await this.highestSlot(offerId);
      if (highest >= lastSlot) return false;
      const found = await this.uses
        .find({ _id: { $in: page.map(({ _id }) => _id) }, slot: NONE }, { _id: 1 })
        .limit(PAGE)
        .lean<UseId[]>()
        .exec();
      const left = new Set(found.map(({ _id }) => _id));
      const writes = page
        .filter(({ _id }) => left.has(_id))
        .slice(0, lastSlot - highest)
        .map(({ _id }, index) => ({
          updateOne: { filter: { _id, slot: NONE }, update: { $set: { slot: highest + 1 + index } } },
        }));
      if (writes.length === 0 || (await isInserted(this.uses.bulkWrite(writes)))) return true;
      await pause();
    }
    throw new AppError('UNAVAILABLE');
  }

  private async freeUnusedSlots(offerId: string): Promise<void> {
    const used = this.uses
      .find({ offerId, slot: SOME }, { _id: 0, slot: 1 })
      .hint(offerUseIndexes.slots)
      .sort({ slot: 1 })
      .lean<Pick<OfferUseRecord, 'slot'>[]>()
      .cursor({ batchSize: PAGE }) as AsyncIterable<{ slot: number }>;
    for await (const page of pagesOf(missingSlots(used))) {
      const free = page.map((slot) => ({ offerId, slot, state: 'free' as const }));
      // One that another process has inserted meanwhile needs no record.
      await isInserted(this.uses.insertMany(free, { ordered: false }));
    }
  }

  /** Once per process: uses from before all slots had records have left some unused, or have none. */
  private assignSlotsOnce(offerId: string, maxUses: number): Promise<void> {
    const known = this.assigned.get(offerId);
    if (known) return known;
    const assigning = this.assignSlots(offerId, maxUses);
    assigning.catch(() => this.assigned.keep(offerId, null));
    return this.assigned.keep(offerId, assigning);
  }

  private async take(
    { _id: orderKey, userId }: Order,
    { _id, maxUses, perCustomer }: Limits,
    state: 'reserved' | 'used',
  ): Promise<UseRefusal | undefined> {
    const [offerId, orderId] = [String(_id), String(orderKey)];
    const dueAt = new Date(Date.now() + RECHECK_MS);
    const change = state === 'used' ? { $set: { state }, $unset: { dueAt: 1 as const } } : { $set: { state, dueAt } };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const own = await this.uses.findOneAndUpdate({ orderId, offerId }, change).lean<OfferUseRecord>().exec();
      if (own) {
        if (maxUses && own.slot === undefined) await this.assignSlots(offerId, maxUses);
        return undefined;
      }
      const free = maxUses ? await this.findFree(offerId, maxUses) : undefined;
      if (free === null) return 'COUPON_USED_UP';
      const customerSlot = perCustomer ? await this.findCustomerSlot({ offerId, userId }, perCustomer) : undefined;
      if (customerSlot === null) return 'COUPON_USED_BY_YOU';
      const limited = customerSlot === undefined ? {} : { customerSlot };
      const use = { orderId, userId, state, at: new Date(), ...limited, ...(state === 'used' ? {} : { dueAt }) };
      try {
        if (free === undefined) {
          await this.uses.create({ offerId, ...use });
          return undefined;
        }
        if ((await this.uses.updateOne({ _id: free, state: 'free' }, { $set: use })).modifiedCount === 1)
          return undefined;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
      }
      await pause();
    }
    throw new AppError('UNAVAILABLE');
  }

  /**
   * Returns a free slot, or null when all uses are taken. Of an offer whose limit was lowered, as many free slots stay
   * free, the lowest ones, as there are slots beyond the limit: whichever slots are in use, they are within the limit.
   * With MAX_COUNT slots beyond it, none is available.
   */
  private async findFree(offerId: string, maxUses: number): Promise<string | null> {
    await this.assignSlotsOnce(offerId, maxUses);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const highest = await this.highestSlot(offerId);
      const beyond = Math.max(highest - maxUses, 0);
      const free =
        beyond < MAX_COUNT
          ? await this.uses
              .find({ state: 'free', offerId }, { _id: 1 })
              .hint(offerUseIndexes.free)
              .sort({ slot: 1 })
              .limit(beyond + SPREAD)
              .lean<UseId[]>()
              .exec()
          : [];
      const usable = free.slice(beyond);
      const chosen = usable[Math.floor(Math.random() * usable.length)];
      if (chosen) return chosen._id;
      if (highest >= maxUses) return null;
      await this.allocate(offerId, highest + 1, Math.min(highest + SPREAD, maxUses));
    }
    throw new AppError('UNAVAILABLE');
  }

  /** In order: one of several processes inserts a slot, and the slots of one that crashes have no gap. */
  private async allocate(offerId: string, first: number, last: number): Promise<void> {
    const slots = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const isFirst = await isInserted(this.uses.insertMany(slots.map((slot) => ({ offerId, slot, state: 'free' }))));
    if (!isFirst) await pause();
  }

  /** Returns the lowest free one, or null when all are taken. */
  private async findCustomerSlot(own: { offerId: string; userId: string }, limit: number): Promise<number | null> {
    const found = await this.uses
      .find(own, { customerSlot: 1 })
      .limit(limit)
      .lean<Pick<OfferUseRecord, 'customerSlot'>[]>()
      .exec();
    if (found.length >= limit) return null;
    const taken = new Set(found.map(({ customerSlot }) => customerSlot));
    let slot = 1;
    while (taken.has(slot)) slot += 1;
    return slot;
  }

  private async free(filter: QueryFilter<OfferUseRecord>): Promise<void> {
    if (!(await this.uses.exists(filter))) return;
    // In this order, because a use may get a slot meanwhile.
    await this.uses.deleteMany({ ...filter, slot: NONE });
    await this.uses.updateMany({ ...filter, slot: SOME }, FREED);
  }

  private async highestSlot(offerId: string): Promise<number> {
    const highest = await this.uses
      .findOne({ offerId, slot: SOME }, { slot: 1 })
      .hint(offerUseIndexes.slots)
      .sort({ slot: -1 })
      .lean<Pick<OfferUseRecord, 'slot'>>()
      .exec();
    return highest?.slot ?? 0;
  }

  private countFree(offerId: string, limit = MAX_COUNT): Promise<number> {
    const max = Math.min(limit, MAX_COUNT);
    return this.uses.countDocuments({ state: 'free', offerId }, { limit: max, hint: offerUseIndexes.free }).exec();
  }

  private countOf(filter: QueryFilter<OfferUseRecord>, limit = MAX_COUNT): Promise<number> {
    return this.uses.countDocuments(filter, { limit, hint: offerUseIndexes.ofCustomer }).exec();
  }
}

async function* pagesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items)
    if (page.push(item) === PAGE) {
      yield page;
      page = [];
    }
  if (page.length > 0) yield page;
}

/** Returns the slots below the highest one that do not exist. */
async function* missingSlots(ascending: AsyncIterable<{ slot: number }>): AsyncGenerator<number> {
  let next = 1;
  for await (const { slot } of ascending) {
    for (; next < slot; next += 1) yield next;
    next = slot + 1;
  }
}

const pause = (): Promise<void> => sleep(Math.random() * MAX_PAUSE_MS);
