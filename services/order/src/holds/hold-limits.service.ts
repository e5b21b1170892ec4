import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.config.js';
import type { OrderRecord } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import {
  ACCOUNT_HOLDS,
  type AccountHoldsRecord,
  NETWORK_HOLDS,
  type NetworkHoldsRecord,
} from './hold-limits.schema.js';
import { addNetworkHold, type HoldPlan, isRefusal, planHold, type Refusal } from './hold-plan.js';

/** A hold that expires sooner is not worth taking; for short holds a third of them. */
const MIN_LEFT_MS = 60_000;
/** Of concurrent changes to one network one succeeds per attempt. */
const MAX_ATTEMPTS = 50;
const MAX_PAUSE_MS = 10;

/**
 * Limits what unpaid checkouts may hold, per account and per network, so that nobody can take the stock away from other
 * customers. A payment or a confirmed order clears the record of its account.
 */
@Injectable()
export class HoldLimits {
  readonly minLeftMs: number;
  private readonly ttlMs: number;

  constructor(
    @InjectModel(ACCOUNT_HOLDS) private readonly accounts: Model<AccountHoldsRecord>,
    @InjectModel(NETWORK_HOLDS) private readonly networks: Model<NetworkHoldsRecord>,
    store: OrderStore,
    @Inject(CONFIG) private readonly config: OrderConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.ttlMs = config.HOLD_TTL_S * 1_000;
    this.minLeftMs = Math.min(MIN_LEFT_MS, this.ttlMs / 3);
    store.onTransition((order, transition) => {
      if (transition === 'pay' || transition === 'confirm') void this.clear(order);
    });
  }

  /** @throws AppError HOLD_LIMIT when a cart has more units than the account may hold at once */
  checkUnits({ emailVerified }: Pick<Identity, 'emailVerified'>, units: number): void {
    if (this.isOff) return;
    const { HOLD_MAX_UNITS, HOLD_MAX_UNITS_UNVERIFIED } = this.config;
    const maxUnits = emailVerified ? HOLD_MAX_UNITS : Math.min(HOLD_MAX_UNITS, HOLD_MAX_UNITS_UNVERIFIED);
    if (units <= maxUnits) return;
    const confirm = emailVerified ? '' : ` Confirm your email address to buy up to ${HOLD_MAX_UNITS} at a time.`;
    throw new AppError('HOLD_LIMIT', {
      message: `You can buy at most ${maxUnits} items at a time.${confirm}`,
      details: { limit: 'units', maxUnits },
    });
  }

  /** Returns when the next hold of an account ends. @throws AppError HOLD_LIMIT */
  async plan(userId: string): Promise<HoldPlan> {
    const now = new Date();
    const current = this.isOff ? null : await this.accounts.findById(userId).lean<AccountHoldsRecord>().exec();
    const limits = { ttlMs: this.ttlMs, minLeftMs: this.minLeftMs, maxRenewals: this.config.HOLD_MAX_RENEWALS };
    const plan = planHold(current, limits, now);
    if (isRefusal(plan)) throw refuse(plan, now);
    return plan;
  }

  /** Counts the units of a new checkout against its network. @throws AppError HOLD_LIMIT */
  async reserve({ _id, userId, units, network }: OrderRecord, { expiresAt, isRenewal }: HoldPlan): Promise<void> {
    if (this.isOff || !network) return;
    const { HOLD_MAX_UNITS, HOLD_MAX_RENEWALS, HOLD_NETWORK_FACTOR: factor } = this.config;
    const limits = { maxUnits: HOLD_MAX_UNITS * factor, maxRenewals: HOLD_MAX_RENEWALS * factor, ttlMs: this.ttlMs };
    const request = { userId, orderId: String(_id), units, until: expiresAt, isRenewal };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = new Date();
      const current = await this.networks.findById(network).lean<NetworkHoldsRecord>().exec();
      const next = addNetworkHold(current, request, limits, now);
      if (isRefusal(next)) throw refuse(next, now);
      const ends = [next.renewalsUntil, ...next.holds.map(({ until }) => until)].map((end) => end.getTime());
      if (await this.write(network, current?.revision, { ...next, purgeAt: new Date(Math.max(...ends)) })) return;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Counts a checkout against its account, once it holds its stock. */
  async record({ userId }: OrderRecord, { account }: HoldPlan): Promise<void> {
    if (this.isOff) return;
    await this.accounts.updateOne({ _id: userId }, { $set: account }, { upsert: true, runValidators: true });
  }

  /** Frees the units of an ended checkout for its network. Never throws: they are free when the hold ends. */
  async release({ _id, network }: OrderRecord): Promise<void> {
    if (this.isOff || !network) return;
    await this.attempt(
      this.networks.updateOne(
        { _id: network },
        { $pull: { holds: { orderId: String(_id) } }, $inc: { revision: 1 } },
        { runValidators: true },
      ),
    );
  }

  async removeAccount(userId: string): Promise<void> {
    await this.accounts.deleteOne({ _id: userId });
  }

  private async clear(order: OrderRecord): Promise<void> {
    if (this.isOff) return;
    await Promise.all([this.attempt(this.removeAccount(order.userId)), this.release(order)]);
  }

  private get isOff(): boolean {
    return this.config.RATE_LIMIT === 'off';
  }

  private async attempt(write: PromiseLike<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      this.logger.warn({ err: error }, 'hold limits not updated; they end by themselves');
    }
  }

  private async write(
    network: string,
    revision: number | undefined,
    content: Omit<NetworkHoldsRecord, '_id' | 'revision'>,
  ): Promise<boolean> {
    if (revision !== undefined) {
      const { modifiedCount } = await this.networks.updateOne(
        { _id: network, revision },
        { $set: content, $inc: { revision: 1 } },
        { runValidators: true },
      );
      return modifiedCount === 1;
    }
    return isInserted(this.networks.create({ _id: network, ...content, revision: 1 }));
  }
}

function refuse({ limit, retryAt }: Refusal, now: Date): AppError {
  const minutes = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 60_000));
  const time = minutes < 120 ? (minutes === 1 ? 'a minute' : `${minutes} minutes`) : `${Math.ceil(minutes / 60)} hours`;
  const reason =
    limit === 'network'
      ? 'Many items are reserved from your network at the moment.'
      : 'You have reserved items several times without paying.';
  return new AppError('HOLD_LIMIT', {
    message: `${reason} Please try again in ${time}.`,
    details: { limit, retryAt: retryAt.toISOString() },
  });
}
