import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { NotificationPreferences } from '@rangavalli/contracts/entities/notification';
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from '@rangavalli/contracts/notification-kinds';
import { AppError } from '@rangavalli/service-kit/app-error';
import { batch } from '@rangavalli/service-kit/batch';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model, UpdateQuery } from 'mongoose';
import { Channels } from '../channels/channels.js';
import { PushSubscriptions } from '../push/push-subscriptions.service.js';
import { PREFERENCE, type PreferenceRecord } from './preference.schema.js';
import { defaultQuietHours } from './quiet-hours.js';

type Change = CallInput<'PUT /notifications/preferences'>['body'];

/** Reads of so many ms go to the database as one query. */
const BATCH_MS = 50;
const MAX_BATCH = 100;
/** Changes of one customer at the same moment: each attempt begins with the newest state. */
const MAX_ATTEMPTS = 10;

export const switchOf = (kind: NotificationKind, channel: NotificationChannel): string => `${kind}:${channel}`;

const unchanged = (_id: string): PreferenceRecord => ({ _id, off: [], revision: 0 });

@Injectable()
export class Preferences {
  private readonly load = batch(BATCH_MS, MAX_BATCH, (ids: readonly string[]) => this.findAll(ids));

  constructor(
    @InjectModel(PREFERENCE) private readonly preferences: Model<PreferenceRecord>,
    private readonly channels: Channels,
    private readonly subscriptions: PushSubscriptions,
  ) {}

  /** Returns the decisions of a customer; the defaults of somebody who made none, and of guests. */
  async find(userId: string | undefined): Promise<PreferenceRecord> {
    if (userId === undefined) return unchanged('');
    return (await this.preferences.findById(userId).lean<PreferenceRecord>()) ?? unchanged(userId);
  }

  /** Like `find`, in one query with others: for messages, of which many are due at once. */
  async findSoon(userId: string | undefined): Promise<PreferenceRecord> {
    return userId === undefined ? unchanged('') : this.load(userId);
  }

  private async findAll(ids: readonly string[]): Promise<PreferenceRecord[]> {
    const found = await this.preferences.find({ _id: { $in: [...new Set(ids)] } }).lean<PreferenceRecord[]>();
    const byId = new Map(found.map((one) => [one._id, one]));
    return ids.map((id) => byId.get(id) ?? unchanged(id));
  }

  /** @param hasMarketingConsent as the user service knows it */
  async describe(userId: string, hasMarketingConsent: boolean): Promise<NotificationPreferences> {
    const [own, pushSubscriptions] = await Promise.all([this.find(userId), this.subscriptions.count(userId)]);
    const isReachable: Record<NotificationChannel, boolean> = {
      email: true,
      sms: true,
      whatsapp: own.whatsApp?.isOptedIn === true,
      push: pushSubscriptions > 0,
    };
    return {
      kinds: notificationKindNames
        // Of the account itself: nothing to decide.
        .filter((kind) => kind !== 'account_notice')
        .map((kind) => {
          const { category, channels, isMutable } = notificationKinds[kind];
          return {
            kind,
            category,
            isMutable,
            channels: channels.map((channel) => ({
              channel,
              isOn: !own.off.includes(switchOf(kind, channel)),
              isAvailable: this.channels.isSetUp(channel, kind) && isReachable[channel],
            })),
          };
        }),
      phone: { ...(own.phone ? { number: own.phone } : {}), isVerified: own.phoneVerifiedAt !== undefined },
      whatsApp: own.whatsApp ? { ...own.whatsApp, at: own.whatsApp.at.toISOString() } : { isOptedIn: false },
      quietHours: own.quietHours ?? defaultQuietHours,
      hasMarketingConsent,
      pushSubscriptions,
    };
  }

  /** @throws AppError NOTIFICATION_NOT_MUTABLE, PHONE_NOT_VERIFIED */
  async change(userId: string, { kinds = [], whatsApp, quietHours }: Change): Promise<void> {
    if (kinds.some(({ kind, isOn }) => !isOn && !notificationKinds[kind].isMutable))
      throw new AppError('NOTIFICATION_NOT_MUTABLE');
    await this.update(userId, (own) => {
      if (whatsApp?.isOptedIn && !own.phoneVerifiedAt) throw new AppError('PHONE_NOT_VERIFIED');
      const off = new Set(own.off);
      for (const { kind, channel, isOn } of kinds) off[isOn ? 'delete' : 'add'](switchOf(kind, channel));
      return {
        $set: {
          off: [...off],
          ...(whatsApp ? { whatsApp: { ...whatsApp, at: new Date() } } : {}),
          ...(quietHours ? { quietHours } : {}),
          ...(quietHours || kinds.length > 0 ? { chosenAt: new Date() } : {}),
        },
      };
    });
  }

  /** Applies a change to the newest state. */
  async update(userId: string, change: (own: PreferenceRecord) => UpdateQuery<PreferenceRecord>): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const own = await this.find(userId);
      try {
        const updated = await this.preferences.updateOne(
          { _id: userId, revision: own.revision },
          { ...change(own), $inc: { revision: 1 } },
          { upsert: own.revision === 0, runValidators: true },
        );
        if (updated.matchedCount + updated.upsertedCount > 0) return;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Ends what somebody decided before the account was handed over to its owner. */
  async endBefore(userId: string, handedOverAt: Date): Promise<void> {
    // The event may be late, or repeated: what the owner has decided since stays.
    const isBefore = (at = new Date(0)): boolean => at <= handedOverAt;
    if ((await this.find(userId)).revision === 0) return;
    await this.update(userId, ({ off, phoneVerifiedAt, whatsApp, chosenAt }) => ({
      $set: { off: isBefore(chosenAt) ? [] : off },
      $unset: {
        phoneCode: 1,
        ...(isBefore(phoneVerifiedAt) ? { phone: 1, phoneVerifiedAt: 1 } : {}),
        ...(isBefore(whatsApp?.at) ? { whatsApp: 1 } : {}),
        ...(isBefore(chosenAt) ? { quietHours: 1, chosenAt: 1 } : {}),
      },
    }));
  }

  async deleteOf(userId: string): Promise<void> {
    await this.preferences.deleteOne({ _id: userId });
  }
}
