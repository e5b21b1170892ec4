import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { createAuditEvent, type AuditAction } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { PinRule } from '../promise/zones.js';
import { DELIVERY_RECORD, type DeliveryRecord } from './delivery-record.schema.js';
import { initialSettings, type StoredSettings } from './stored-settings.js';

/** PIN codes with a rule of their own. */
export type PinRules = Readonly<Record<string, PinRule>>;

interface Values {
  settings: StoredSettings;
  pins: PinRules;
}
type Name = keyof Values;
export type Snapshot = { readonly [N in Name]: { value: Values[N]; revision: number } };

interface Change<N extends Name> {
  value: Values[N];
  audit: Pick<AuditAction, 'action' | 'changes' | 'label'>;
}

const initial: Snapshot = { settings: { value: initialSettings, revision: 0 }, pins: { value: {}, revision: 0 } };

/**
 * What staff set up for deliveries, cached in each process. Each write includes its event and audit entry (rule 5):
 * this process uses it at once, the others when they receive the event.
 */
@Injectable()
export class DeliveryStore implements OnModuleInit {
  private cached: Snapshot | undefined;
  private loading: Promise<Snapshot> | undefined;
  /** Incremented by each notification, so that a read that began before it does not count as current. */
  private generation = 0;

  constructor(
    @InjectModel(DELIVERY_RECORD) private readonly records: Model<DeliveryRecord>,
    @Inject(NATS) private readonly nats: NatsConnection,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outbox.register(records);
  }

  async onModuleInit(): Promise<void> {
    await subscribeEphemeral(this.nats, ['fulfilment.delivery.changed'], {
      onEvent: () => this.invalidate(),
      onInvalidEvent: () => this.invalidate(),
      // Changes may have been missed.
      onConnectionChange: () => this.invalidate(),
      logger: this.logger,
    });
  }

  /** Returns the current settings and rules, from the cache until they change. @throws Error without a database */
  current(): Promise<Snapshot> {
    if (this.cached) return Promise.resolve(this.cached);
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  /**
   * Changes one of the documents, guarded by the revision that was read: a concurrent change repeats `edit`, which
   * returns undefined to change nothing.
   */
  async change<N extends Name>(
    name: N,
    by: Identity,
    edit: (current: Snapshot[N]) => Change<N> | undefined,
  ): Promise<Snapshot[N]> {
    for (;;) {
      const current = (await this.read())[name];
      const change = edit(current);
      if (!change) return current;
      const { value, audit } = change;
      const revision = current.revision + 1;
      const outbox = [
        createEvent('fulfilment.delivery.changed', { revision }),
        createAuditEvent(by, { ...audit, subject: 'settings', subjectId: name }),
      ];
      if (!(await this.write({ _id: name, value, revision, outbox }))) continue;
      this.outbox.publishPending(this.records, { _id: name, outbox });
      this.invalidate();
      return { value, revision } as Snapshot[N];
    }
  }

  private async write({ _id, value, revision, outbox }: DeliveryRecord): Promise<boolean> {
    if (revision > 1) {
      const { modifiedCount } = await this.records.updateOne(
        { _id, revision: revision - 1 },
        { $set: { value, revision }, $push: { outbox: { $each: outbox } } },
      );
      return modifiedCount === 1;
    }
    try {
      await this.records.create({ _id, value, revision, outbox });
      return true;
    } catch (error) {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    }
  }

  private async load(): Promise<Snapshot> {
    for (;;) {
      const { generation } = this;
      const snapshot = await this.read();
      if (generation !== this.generation) continue;
      this.cached = snapshot;
      return snapshot;
    }
  }

  private async read(): Promise<Snapshot> {
    const records = await this.records
      .find({}, { outbox: 0 })
      .limit(Object.keys(initial).length)
      .lean<Omit<DeliveryRecord, 'outbox'>[]>();
    const stored = Object.fromEntries(records.map(({ _id, value, revision }) => [_id, { value, revision }]));
    return { ...initial, ...(stored as Partial<Snapshot>) };
  }

  private invalidate(): void {
    this.generation += 1;
    this.cached = undefined;
  }
}
