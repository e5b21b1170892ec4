import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { PaymentConfig } from '../payment.config.js';
import type { ApprovalRecord } from '../payments/payment.schema.js';
import {
  REFUND_DAY,
  REFUND_SETTINGS,
  type RefundDayRecord,
  type RefundSettingsRecord,
} from './refund-limits.schema.js';

export type RefundSettings = Pick<RefundSettingsRecord, 'approvalAbovePaise' | 'dailyCount'>;

const SETTINGS_ID = 'refunds';
const DAY_MS = 86_400_000;
/** Payments counted per person and day. The others need a second person. */
const MAX_COUNTED = 10_000;

interface StaffRefund {
  staffId: string;
  paymentId: string;
  amountPaise: number;
}

/** The limits above which a refund by staff needs a second person. */
@Injectable()
export class RefundLimits {
  constructor(
    @InjectModel(REFUND_DAY) private readonly days: Model<RefundDayRecord>,
    @InjectModel(REFUND_SETTINGS) private readonly stored: Model<RefundSettingsRecord>,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {
    outbox.register(stored);
  }

  async settings(): Promise<RefundSettings> {
    const { approvalAbovePaise, dailyCount } = (await this.read()) ?? this.defaults;
    return { approvalAbovePaise, dailyCount };
  }

  /** Guarded by what was read, so that the audit entry is exact. */
  async update(next: RefundSettings, by: Identity): Promise<RefundSettings> {
    for (;;) {
      const current = await this.read();
      const { approvalAbovePaise, dailyCount } = current ?? this.defaults;
      const audit = createAuditEvent(by, {
        action: 'settings.refunds',
        subject: 'settings',
        subjectId: SETTINGS_ID,
        changes: [
          {
            field: 'approval above',
            from: formatPaise(approvalAbovePaise),
            to: formatPaise(next.approvalAbovePaise),
          },
          { field: 'refunds per day', from: String(dailyCount), to: String(next.dailyCount) },
        ],
      });
      const written = current
        ? await this.stored
            .findOneAndUpdate(
              { _id: SETTINGS_ID, approvalAbovePaise, dailyCount },
              { $set: next, $push: { outbox: audit } },
              { returnDocument: 'after', runValidators: true },
            )
            .lean<RefundSettingsRecord>()
            .exec()
        : await this.create({ _id: SETTINGS_ID, ...next, outbox: [audit] });
      if (!written) continue;
      this.outbox.publishPending(this.stored, written);
      return next;
    }
  }

  /**
   * Counts a refund and returns the limit that it exceeds, undefined when the person may make it alone. Idempotent per
   * payment and day.
   * @param paymentId of a part of a payment or of store credit, the key of the request
   */
  async findCause({ staffId, paymentId, amountPaise }: StaffRefund): Promise<ApprovalRecord['cause'] | undefined> {
    const { approvalAbovePaise, dailyCount } = await this.settings();
    if (amountPaise > approvalAbovePaise) return 'amount';
    if (this.config.RATE_LIMIT === 'off') return undefined;
    const payments = await this.count(staffId, paymentId);
    return payments.slice(0, dailyCount).includes(paymentId) ? undefined : 'daily_count';
  }

  /** Returns what `findCause` would return, without counting. */
  async predictCause({ staffId, paymentId, amountPaise }: StaffRefund): Promise<ApprovalRecord['cause'] | undefined> {
    const { approvalAbovePaise, dailyCount } = await this.settings();
    if (amountPaise > approvalAbovePaise) return 'amount';
    if (this.config.RATE_LIMIT === 'off') return undefined;
    const day = await this.days.findById(dayId(staffId)).lean<RefundDayRecord>().exec();
    const payments = [...new Set([...(day?.payments ?? []), paymentId])];
    return payments.indexOf(paymentId) < dailyCount ? undefined : 'daily_count';
  }

  private get defaults(): RefundSettings {
    const { REFUND_APPROVAL_ABOVE_PAISE: approvalAbovePaise, REFUND_DAILY_COUNT: dailyCount } = this.config;
    return { approvalAbovePaise, dailyCount };
  }

  private read(): Promise<RefundSettingsRecord | null> {
    return this.stored.findById(SETTINGS_ID).lean<RefundSettingsRecord>().exec();
  }

  /** Returns null when another request was faster. */
  private async create(settings: RefundSettingsRecord): Promise<RefundSettingsRecord | null> {
    return (await isInserted(this.stored.create(settings))) ? settings : null;
  }

  /** The place in the list decides, so that of simultaneous refunds the first ones pass. */
  private async count(staffId: string, paymentId: string): Promise<string[]> {
    const _id = dayId(staffId);
    for (;;) {
      const day = await this.days
        .findOneAndUpdate(
          { _id, [`payments.${MAX_COUNTED - 1}`]: { $exists: false } },
          { $addToSet: { payments: paymentId } },
          { returnDocument: 'after' },
        )
        .lean<RefundDayRecord>()
        .exec();
      if (day) return day.payments;
      const present = await this.days.findById(_id).lean<RefundDayRecord>().exec();
      if (present && present.payments.length >= MAX_COUNTED) return present.payments;
      // Another request created the day since the update.
      if (present) continue;
      await isInserted(this.days.create({ _id, payments: [], purgeAt: new Date(Date.now() + 2 * DAY_MS) }));
    }
  }
}

const dayId = (staffId: string): string => `${staffId}:${toIndianDay(new Date())}`;
