import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model } from 'mongoose';
import type { OrderRecord } from '../store/order.schema.js';
import { openPhases } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';
import { OFFER, OFFER_USE, type OfferRecord, type OfferUseRecord } from './offer.schema.js';

/** Of concurrent reservations for one slot one succeeds per attempt. */
const MAX_ATTEMPTS = 200;
const MAX_PAUSE_MS = 10;
/** Concurrent reservations choose among so many free slots. */
const SPREAD = 20;
/** Longer than the checkout takes until its order is open. */
const RECHECK_MS = 30_000;
const BATCH = 100;

type Limits = Pick<OfferRecord, '_id' | 'maxUses' | 'perCustomer'>;
type Order = Pick<OrderRecord, '_id' | 'userId' | 'offerIds'>;
export type UseRefusal = 'COUPON_USED_UP' | 'COUPON_USED_BY_YOU';

/**
 * Uses of offers, reserved with the checkout like stock: released when it ends unpaid, kept when the order is placed,
 * released when it is cancelled. Every step is one atomic write and may be repeated.
 */
@Injectable()
export class OfferUses {
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
  async release({ _id }: Pick<Order, '_id'>): Promise<void> {
    await this.uses.deleteMany({ orderId: String(_id), state: 'reserved' });
  }

  /** Releases the uses of an order that is not fulfilled, also kept ones. */
  async remove(orderId: string): Promise<void> {
    await this.uses.deleteMany({ orderId });
  }

  /** Compares reservations with their orders: after a crash one may have been left behind. */
  async sweep(now = new Date()): Promise<void> {
    const due = await this.uses
      .find({ dueAt: { $exists: true, $lte: now } })
      .limit(BATCH)
      .lean<OfferUseRecord[]>()
      .exec();
    for (const { _id, orderId, dueAt } of due) {
      const order = await this.store.findById(orderId);
      const asRead = { _id, state: 'reserved' as const, dueAt };
      if (order && (openPhases.includes(order.phase) || order.phase === 'paid'))
        await this.uses.updateOne(asRead, { $set: { dueAt: new Date(now.getTime() + RECHECK_MS) } });
      else if (order?.phase === 'placed' && order.status !== 'Cancelled')
        await this.uses.updateOne(asRead, { $set: { state: 'used' }, $unset: { dueAt: 1 } });
      else await this.uses.deleteOne(asRead);
    }
  }

  /** Returns how often each offer is used or reserved. */
  async count(offerIds: readonly string[]): Promise<Map<string, number>> {
    const counts = await Promise.all(
      offerIds.map(async (offerId) => [offerId, await this.uses.countDocuments({ offerId })] as const),
    );
    return new Map(counts);
  }

  /** Returns why a customer cannot use an offer now, apart from a pending checkout of the same customer. */
  async refusalFor({ _id, maxUses, perCustomer }: Limits, userId?: string): Promise<UseRefusal | undefined> {
    const offerId = String(_id);
    if (perCustomer && userId && (await this.uses.countDocuments({ offerId, userId, state: 'used' })) >= perCustomer)
      return 'COUPON_USED_BY_YOU';
    if (!maxUses) return undefined;
    const [all, pending] = await Promise.all([
      this.uses.countDocuments({ offerId }),
      userId ? this.uses.countDocuments({ offerId, userId, state: 'reserved' }) : 0,
    ]);
    return all - pending >= maxUses ? 'COUPON_USED_UP' : undefined;
  }

  private async take(
    { _id: orderKey, userId }: Order,
    { _id, maxUses, perCustomer }: Limits,
    state: OfferUseRecord['state'],
  ): Promise<UseRefusal | undefined> {
    const [offerId, orderId] = [String(_id), String(orderKey)];
    const id = `${offerId}:${orderId}`;
    const dueAt = new Date(Date.now() + RECHECK_MS);
    const change = state === 'used' ? { $set: { state }, $unset: { dueAt: 1 as const } } : { $set: { state, dueAt } };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if ((await this.uses.updateOne({ _id: id }, change)).matchedCount === 1) return undefined;
      const slot = await this.findSlot({ offerId }, 'slot', maxUses, attempt);
      if (slot === null) return 'COUPON_USED_UP';
      const customerSlot = await this.findSlot({ offerId, userId }, 'customerSlot', perCustomer, attempt);
      if (customerSlot === null) return 'COUPON_USED_BY_YOU';
      const use = { _id: id, offerId, orderId, userId, state, at: new Date(), ...slot, ...customerSlot };
      try {
        await this.uses.create(state === 'used' ? use : { ...use, dueAt });
        return undefined;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
      }
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Returns null when all slots are taken. Looks for released ones only where the next one is taken. */
  private async findSlot(
    filter: { offerId: string; userId?: string },
    field: 'slot' | 'customerSlot',
    limit: number | undefined,
    attempt: number,
  ): Promise<{ slot?: number; customerSlot?: number } | null> {
    if (limit === undefined) return {};
    const taken = await this.uses.countDocuments(filter);
    if (taken >= limit) return null;
    if (attempt === 0) return { [field]: taken + 1 };
    const found = await this.uses
      .find({ ...filter, [field]: { $exists: true } }, { _id: 0, [field]: 1 })
      .limit(limit)
      .lean<Pick<OfferUseRecord, 'slot' | 'customerSlot'>[]>()
      .exec();
    const slots = new Set(found.map((use) => use[field]));
    const free: number[] = [];
    for (let slot = 1; slot <= limit && free.length < SPREAD; slot += 1) if (!slots.has(slot)) free.push(slot);
    const chosen = free[Math.floor(Math.random() * free.length)];
    return chosen === undefined ? null : { [field]: chosen };
  }
}
