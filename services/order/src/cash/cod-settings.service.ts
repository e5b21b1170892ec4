import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { Model } from 'mongoose';
import {
  COD_SETTINGS,
  type CodRules,
  type CodSettingsRecord,
  DEFAULT_ADVANCE_PERCENT,
  defaultCodRules,
} from './cod-settings.schema.js';

const SETTINGS_ID = 'cod';

/** The rules of cash on delivery, which staff edit. */
@Injectable()
export class CodSettings {
  constructor(
    @InjectModel(COD_SETTINGS) private readonly stored: Model<CodSettingsRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.register(stored);
  }

  async rules(): Promise<CodRules> {
    return (await this.read()) ?? defaultCodRules;
  }

  /** Guarded by what was read, so that the audit entry is exact. */
  async update(next: CodRules, by: Identity): Promise<CodRules> {
    for (;;) {
      const current = await this.read();
      const audit = createAuditEvent(by, {
        action: 'order.cash.settings',
        subject: 'settings',
        subjectId: SETTINGS_ID,
        changes: changesOf(current ?? defaultCodRules, next),
      });
      const written = current
        ? await this.stored
            .findOneAndUpdate(
              { _id: SETTINGS_ID, revision: current.revision },
              { $set: { ...next, revision: current.revision + 1 }, $push: { outbox: audit } },
              { returnDocument: 'after', runValidators: true },
            )
            .lean<CodSettingsRecord>()
            .exec()
        : await this.create({ _id: SETTINGS_ID, ...next, revision: 1, outbox: [audit] });
      if (!written) continue;
      this.outbox.publishPending(this.stored, written);
      return next;
    }
  }

  private read(): Promise<CodSettingsRecord | null> {
    return this.stored.findById(SETTINGS_ID).lean<CodSettingsRecord>().exec();
  }

  /** Returns null when another request was faster. */
  private async create(settings: CodSettingsRecord): Promise<CodSettingsRecord | null> {
    return (await isInserted(this.stored.create(settings))) ? settings : null;
  }
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const texts: Record<string, (rules: CodRules) => string> = {
  enabled: ({ isEnabled }) => yesOrNo(isEnabled),
  minimum: ({ minimumPaise }) => formatPaise(minimumPaise),
  maximum: ({ maximumPaise }) => formatPaise(maximumPaise),
  fee: ({ feePaise }) => formatPaise(feePaise),
  'blocked PIN codes': ({ blockedPins }) => blockedPins.join(', '),
  'refusals before prepaid only': ({ maxRefusals }) => String(maxRefusals),
  'days of refusals': ({ refusalDays }) => String(refusalDays),
  'advance of part payments': ({ advancePercent = DEFAULT_ADVANCE_PERCENT }) => `${advancePercent} %`,
  'personalised products': ({ allowsPersonalised }) => yesOrNo(allowsPersonalised),
};

const changesOf = (from: CodRules, to: CodRules) =>
  Object.entries(texts).map(([field, textOf]) => ({ field, from: textOf(from), to: textOf(to) }));
