import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import {
  checklistItems,
  type ShopChecklist,
  type ShopSettings,
  shopSettings,
} from '@rangavalli/contracts/entities/shop';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Repeats } from '@rangavalli/service-kit/repeats';
import type { Model } from 'mongoose';
import { SHOP_SETTINGS, type ShopSettingsRecord } from './shop.schema.js';

const SETTINGS_ID = 'shop';

/** After which other processes quote by changed settings. */
const REFRESH_MS = 2_000;

/** The legal and tax details of the shop. */
@Injectable()
export class Shop implements OnApplicationBootstrap {
  /** Undefined until the owner has saved them; `REFRESH_MS` old at most. Quotes do not wait for the database. */
  latest: ShopSettings | undefined;

  constructor(
    @InjectModel(SHOP_SETTINGS) private readonly stored: Model<ShopSettingsRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.register(stored);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
  }

  /** `latest`, or the defaults. */
  get current(): ShopSettings {
    return this.latest ?? defaults;
  }

  async settings(): Promise<ShopSettings> {
    return withDefaults(await this.read());
  }

  /** Guarded by what was read, so that the audit entry is exact. */
  async update(next: ShopSettings, by: Identity): Promise<ShopSettings> {
    for (;;) {
      const current = await this.read();
      const before = withDefaults(current);
      const audit = createAuditEvent(by, {
        action: 'order.shop-details',
        subject: 'settings',
        subjectId: SETTINGS_ID,
        changes: Object.keys(next).map((name) => {
          const field = name as keyof ShopSettings;
          return { field, from: textOf(before[field]), to: textOf(next[field]) };
        }),
      });
      const written = current
        ? await this.stored
            .findOneAndUpdate(
              { _id: SETTINGS_ID, revision: current.revision },
              { $set: { settings: next, revision: current.revision + 1 }, $push: { outbox: audit } },
              { returnDocument: 'after', runValidators: true },
            )
            .lean<ShopSettingsRecord>()
            .exec()
        : await this.create({ _id: SETTINGS_ID, settings: next, revision: 1, outbox: [audit] });
      if (!written) continue;
      this.outbox.publishPending(this.stored, written);
      this.latest = next;
      return next;
    }
  }

  @Repeats('shop settings', REFRESH_MS)
  private async refresh(): Promise<void> {
    const before = this.latest;
    const record = await this.read();
    // Not over what was saved while the older state was read.
    if (this.latest === before) this.latest = record ? withDefaults(record) : undefined;
  }

  private read(): Promise<ShopSettingsRecord | null> {
    return this.stored.findById(SETTINGS_ID).lean<ShopSettingsRecord>().exec();
  }

  /** Returns null when another request was faster. */
  private async create(record: ShopSettingsRecord): Promise<ShopSettingsRecord | null> {
    return (await isInserted(this.stored.create(record))) ? record : null;
  }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''));

const defaults = shopSettings.parse({});

/** A rule of a later release does not make stored settings unreadable. */
const withDefaults = (record: ShopSettingsRecord | null): ShopSettings => ({ ...defaults, ...record?.settings });

export const checklistOf = (settings: ShopSettings): ShopChecklist =>
  checklistItems.map((item) => ({ item, isDone: settings[item] !== '' }));
