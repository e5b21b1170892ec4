import { Injectable } from '@nestjs/common';
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '@rangavalli/contracts/notification-kinds';
import type { Receiver } from '../channels/channel.js';
import { Channels } from '../channels/channels.js';
import { Customers } from '../customers/customers.service.js';
import type { PreferenceRecord } from '../preferences/preference.schema.js';
import { Preferences, switchOf } from '../preferences/preferences.service.js';
import { defaultQuietHours, endOfQuietHours } from '../preferences/quiet-hours.js';
import { PushSubscriptions } from '../push/push-subscriptions.service.js';

export interface Candidate {
  channel: NotificationChannel;
  to: string;
}

export interface Candidates {
  /** In the order in which they are tried. */
  possible: Candidate[];
  skipped: { channel: NotificationChannel; reason: string }[];
  /** When quiet hours end that have started. */
  quietUntil?: Date | undefined;
}

/** Decides by which channels a message may go: what is set up, allowed by the receiver, and reachable. */
@Injectable()
export class CandidateChannels {
  constructor(
    private readonly channels: Channels,
    private readonly preferences: Preferences,
    private readonly customers: Customers,
    private readonly subscriptions: PushSubscriptions,
  ) {}

  /** @throws AppError UNAVAILABLE when a consent cannot be looked up */
  async find(kind: NotificationKind, receiver: Receiver, now = new Date()): Promise<Candidates> {
    const rule = notificationKinds[kind];
    const own = await this.preferences.findSoon(receiver.userId);
    const hasConsent = rule.category !== 'marketing' || (await this.hasConsent(receiver));
    const reached: Receiver = { ...receiver, phone: own.phoneVerifiedAt ? own.phone : receiver.phone };
    const result: Candidates = { possible: [], skipped: [] };
    for (const channel of rule.channels) {
      const to = this.channels.get(channel).addressOf(reached);
      // Whether a browser is subscribed matters only where nothing else is possible, or has failed.
      const isLast = channel === 'push' && result.possible.length === 0;
      const reason = hasConsent ? await this.obstacleOf(kind, channel, to, own, isLast) : 'no consent to marketing';
      if (reason) result.skipped.push({ channel, reason });
      else if (to) result.possible.push({ channel, to });
    }
    const [first] = result.possible;
    // Emails make no sound: only those that advertise wait for the morning.
    if (rule.hasQuietHours && first && (first.channel !== 'email' || rule.category === 'marketing'))
      result.quietUntil = endOfQuietHours(own.quietHours ?? defaultQuietHours, now);
    return result;
  }

  private async obstacleOf(
    kind: NotificationKind,
    channel: NotificationChannel,
    to: string | undefined,
    own: PreferenceRecord,
    needsBrowser: boolean,
  ): Promise<string | undefined> {
    if (!this.channels.isSetUp(channel, kind)) return 'not set up';
    if (notificationKinds[kind].isMutable && own.off.includes(switchOf(kind, channel))) return 'switched off';
    if (!to) return 'no address';
    if (channel === 'whatsapp' && !own.whatsApp?.isOptedIn) return 'not opted in';
    if (needsBrowser && (await this.subscriptions.count(to)) === 0) return 'no subscribed browser';
    return undefined;
  }

  private async hasConsent({ userId }: Receiver): Promise<boolean> {
    return userId !== undefined && (await this.customers.hasMarketingConsent(userId));
  }
}
