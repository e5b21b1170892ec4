import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Envelope } from '@rangavalli/contracts/events';
import { dropFormerIndexes } from '@rangavalli/service-kit/database/former-indexes';
import { guardedUpdate } from '@rangavalli/service-kit/database/guarded-update';
import { readOne } from '@rangavalli/service-kit/database/read-one';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import type { Model, QueryFilter } from 'mongoose';
import type { Logger } from 'pino';
import { observe } from '../metrics/saga-times.js';
import { FORMER_INDEXES, type HistoryEntry, ORDER, type OrderRecord } from './order.schema.js';
import { openPhases, type Transition, transitions } from './phases.js';

/** An order remembers so many things that were done to it. */
const HISTORY_LIMIT = 200;

/** So many orders are known as this process wrote them, for so long, ms: what another process does meanwhile is shown that much later at most. */
const LATELY_KEPT = 500;
const LATELY_MS = 5_000;

/** Who the history names for what no person did. */
export const SYSTEM = 'system';

/** What goes with a write. */
export interface Change {
  /** What must still be true of the order; otherwise nothing is written. */
  guard?: QueryFilter<OrderRecord>;
  set?: Partial<OrderRecord>;
  unset?: (keyof OrderRecord)[];
  history?: HistoryEntry;
  /** A payment to be remembered as one too many. */
  extraPayment?: string;
  events?: Envelope[];
}

/** What goes with a change of phase. */
export interface Move extends Omit<Change, 'history'> {
  /** Who did it. */
  by?: string;
  /** When the sweeper must look at the order in its new phase; never unless told. */
  dueAt?: Date;
}

/**
 * The orders' collection. Every write is one guarded update of one document (invariant 6) with its events
 * in it (invariant 5).
 */
@Injectable()
export class OrderStore {
  private readonly written = new LRUCache<string, OrderRecord>({ max: LATELY_KEPT, ttl: LATELY_MS });

  constructor(
    @InjectModel(ORDER) readonly model: Model<OrderRecord>,
    private readonly outbox: Outbox,
    @Inject(LOGGER) logger: Logger,
  ) {
    outbox.watch(model);
    void dropFormerIndexes(model, FORMER_INDEXES, logger);
  }

  byId(id: Types.ObjectId | string): Promise<OrderRecord | null> {
    return readOne(this.model, { _id: new Types.ObjectId(id) });
  }

  /** An order as this process wrote it a moment ago; to be shown, and not to be decided by. */
  lately(id: string): OrderRecord | undefined {
    return this.written.get(id);
  }

  /**
   * Takes an order from phase to phase as the state machine allows.
   * @returns the order after it; null when it is not in such a phase or the guard does not hold (any more)
   */
  async move(
    id: Types.ObjectId | string,
    name: Transition,
    { guard, set, unset = [], by = SYSTEM, dueAt, events }: Move = {},
  ): Promise<OrderRecord | null> {
    const { from, to, says } = transitions[name];
    const gone: (keyof OrderRecord)[] = [
      ...unset,
      ...(openPhases.includes(to) ? [] : ['open' as const]),
      ...(dueAt ? [] : ['dueAt' as const]),
      ...(set?.lease ? [] : ['lease' as const]),
    ];
    const moved = await this.write(id, {
      guard: { ...guard, phase: { $in: [...from] } },
      set: { ...set, phase: to, dueTries: 0, ...(dueAt ? { dueAt } : {}) },
      unset: gone,
      history: { at: new Date(), by, what: says },
      ...(events ? { events } : {}),
    });
    if (moved) observe(moved, name);
    return moved;
  }

  /**
   * Changes an order while the guard holds, and tells its events.
   * @returns the order after it; null when the guard does not hold
   */
  async write(
    id: Types.ObjectId | string,
    { guard, set, unset = [], history, extraPayment, events = [] }: Change,
  ): Promise<OrderRecord | null> {
    const written = await guardedUpdate(
      this.model,
      { ...guard, _id: new Types.ObjectId(id) },
      {
        ...(set && Object.keys(set).length > 0 ? { $set: set } : {}),
        ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((field) => [field, 1])) } : {}),
        // Never empty: an operator without fields is not everywhere taken.
        $push: {
          ...(history ? { history: { $each: [history], $slice: -HISTORY_LIMIT } } : {}),
          ...(extraPayment ? { extraPayments: extraPayment } : {}),
          outbox: { $each: events },
        },
      },
    );
    if (written) this.written.set(String(id), written);
    if (events.length > 0) this.outbox.tell(this.model, written);
    return written;
  }
}
