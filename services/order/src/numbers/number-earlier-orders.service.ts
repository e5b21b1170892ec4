import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ID_INDEX } from '@rangavalli/service-kit/database/paging';
import { PeriodicTask } from '@rangavalli/service-kit/periodic-task';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import type { OrderConfig } from '../order.config.js';
import { type Searched, searchTermsOf, shortIdOf } from '../orders/order-search.js';
import { ORDER, type OrderRecord, PLACED } from '../store/order.schema.js';
import { MIGRATION_ID, ORDER_NUMBERS, type OrderNumbersRecord } from './order-number.schema.js';
import { OrderNumbers } from './order-numbers.service.js';

const BATCH_SIZE = 500;
/** Ids carry the clock of the process that began the checkout, which may be placed much later. */
const OVERLAP_S = 86_400;
/** Pause after a complete run, which reads the orders of the last day. */
const PAUSE_MS = 600_000;

type Unnumbered = Searched & Pick<OrderRecord, 'createdAt' | 'orderedAt'>;

/**
 * Gives placed orders of older releases their number and the terms by which staff find them. It continues where the
 * last complete run ended, and finds what an older release places beside this one or after a rollback.
 */
@Injectable()
export class NumberEarlierOrders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: PeriodicTask;
  private isStopping = false;
  private nextRunAt = 0;

  constructor(
    @InjectModel(ORDER) private readonly orders: Model<OrderRecord>,
    @InjectModel(ORDER_NUMBERS) private readonly state: Model<OrderNumbersRecord>,
    private readonly numbers: OrderNumbers,
    @Inject(CONFIG) config: Pick<OrderConfig, 'NUMBER_EARLIER_ORDERS_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const task = { name: 'numbering of earlier orders', intervalMs: config.NUMBER_EARLIER_ORDERS_MS, logger };
    this.task = new PeriodicTask(task, async () => {
      if (Date.now() >= this.nextRunAt) await this.run();
    });
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.task.stop();
  }

  /** Idempotent: several processes may run it at once. Returns how many orders it has numbered. */
  async run(): Promise<number> {
    const startedAt = Date.now();
    const state = await this.state.findById(MIGRATION_ID).lean<OrderNumbersRecord>();
    let count = 0;
    for (let last = state?.numberedBefore ?? PLACED._id.$gt; !this.isStopping;) {
      const found = await this.orders
        .find(
          { phase: PLACED.phase, _id: { $gt: last }, orderNumber: { $exists: false } },
          { customer: 1, billing: 1, payment: 1, createdAt: 1, orderedAt: 1 },
        )
        .sort({ _id: 1 })
        .limit(BATCH_SIZE)
        .hint(ID_INDEX)
        .lean<Unnumbered[]>();
      count += await this.number(found);
      const next = found.at(-1)?._id;
      if (!next || found.length < BATCH_SIZE) {
        const numberedBefore = Types.ObjectId.createFromTime(Math.floor(startedAt / 1_000) - OVERLAP_S);
        await this.state.updateOne({ _id: MIGRATION_ID }, { $set: { numberedBefore } }, { upsert: true });
        this.nextRunAt = Date.now() + PAUSE_MS;
        break;
      }
      last = next;
    }
    if (count > 0) this.logger.info({ orders: count }, 'earlier orders numbered');
    return count;
  }

  private async number(found: readonly Unnumbered[]): Promise<number> {
    if (found.length === 0) return 0;
    const numbers = await this.numbers.ofEarlierOrders(found.map(({ orderedAt, createdAt }) => orderedAt ?? createdAt));
    const { modifiedCount } = await this.orders.bulkWrite(
      found.map((order, index) => {
        const orderNumber = numbers[index]!;
        const searchTerms = [...searchTermsOf({ ...order, orderNumber }), shortIdOf(order._id)];
        return {
          updateOne: {
            filter: { _id: order._id, orderNumber: { $exists: false } },
            update: { $set: { orderNumber, searchTerms } },
          },
        };
      }),
    );
    return modifiedCount;
  }
}
