import DataLoader from 'dataloader';
import type { Types } from 'mongoose';

/** So many are asked of the database in one query. */
const AT_A_TIME = 100;

/**
 * Products that are asked for one by one, found together: while one query is on its way whoever comes waits for the next, which
 * asks for all of them. Nobody gets what was read before they asked. One at a time costs nobody anything; in a crowd the
 * database answers a few queries instead of hundreds.
 */
export class FindingTogether<T extends { _id: Types.ObjectId }> {
  private running: Promise<unknown> = Promise.resolve();
  private readonly loader = new DataLoader<string, T | undefined>((ids) => this.findAll(ids), {
    cache: false,
    maxBatchSize: AT_A_TIME,
    batchScheduleFn: (begin) => void this.running.then(begin),
  });

  constructor(private readonly find: (ids: readonly string[]) => PromiseLike<T[]>) {}

  /** The product with this id, as it is after this call began. */
  one(id: string): Promise<T | undefined> {
    return this.loader.load(id);
  }

  private async findAll(ids: readonly string[]): Promise<(T | undefined)[]> {
    // A query of mongoose runs each time somebody waits for it: here one does.
    const finding = Promise.resolve(this.find([...new Set(ids)]));
    this.running = finding.catch(() => undefined);
    const found = new Map((await finding).map((product) => [product._id.toHexString(), product]));
    return ids.map((id) => found.get(id));
  }
}
