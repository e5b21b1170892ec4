import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { Model } from 'mongoose';
import { PUSH_SUBSCRIPTION, type PushSubscriptionRecord } from './push-subscription.schema.js';

/** Browsers of one customer. */
const MAX_SUBSCRIPTIONS = 10;

const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

@Injectable()
export class PushSubscriptions {
  constructor(@InjectModel(PUSH_SUBSCRIPTION) private readonly subscriptions: Model<PushSubscriptionRecord>) {}

  /** Adds or renews a browser, also another account's. The oldest ones beyond the limit are removed. */
  async add(
    { id: userId, sessionId }: Pick<Identity, 'id' | 'sessionId'>,
    { endpoint, keys }: CallInput<'POST /notifications/push'>['body'],
  ): Promise<void> {
    await this.subscriptions.updateOne(
      { _id: idOf(endpoint) },
      { $set: { userId, sessionId, endpoint, keys, confirmedAt: new Date() } },
      { upsert: true, runValidators: true },
    );
    const all = await this.subscriptions
      .find({ userId }, { _id: 1 })
      .sort({ confirmedAt: -1 })
      .limit(2 * MAX_SUBSCRIPTIONS)
      .lean<Pick<PushSubscriptionRecord, '_id'>[]>();
    const older = all.slice(MAX_SUBSCRIPTIONS);
    if (older.length > 0) await this.subscriptions.deleteMany({ _id: { $in: older.map(({ _id }) => _id) } });
  }

  async find(userId: string): Promise<PushSubscriptionRecord[]> {
    return this.subscriptions
      .find({ userId })
      .sort({ confirmedAt: -1 })
      .limit(MAX_SUBSCRIPTIONS)
      .lean<PushSubscriptionRecord[]>();
  }

  async count(userId: string): Promise<number> {
    return this.subscriptions.countDocuments({ userId }, { limit: MAX_SUBSCRIPTIONS });
  }

  /** @param userId removes it only if it is this customer's */
  async remove(endpoint: string, userId?: string): Promise<void> {
    await this.subscriptions.deleteOne({ _id: idOf(endpoint), ...(userId ? { userId } : {}) });
  }

  /** Ends those of one session, or without it all that were sent before its sessions ended. */
  async deleteRevoked(userId: string, revokedAt: Date, sessionId: string | undefined): Promise<void> {
    await this.subscriptions.deleteMany({
      userId,
      ...(sessionId ? { sessionId } : { confirmedAt: { $lte: revokedAt } }),
    });
  }

  async deleteOf(userId: string): Promise<void> {
    await this.subscriptions.deleteMany({ userId });
  }
}
