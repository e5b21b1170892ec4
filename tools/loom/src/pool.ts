import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { nameOf, type PictureOrder } from './render.js';

export interface Job {
  id: number;
  order: PictureOrder;
}

export interface Woven {
  id: number;
  picture?: Uint8Array;
  error?: string;
}

export interface WovenFile {
  path: string;
  /** False if an earlier run had woven it. */
  fresh: boolean;
}

interface Seat {
  worker: Worker;
  busy: boolean;
}

interface Waiting {
  orders: PictureOrder[];
  done: (files: WovenFile[]) => void;
  failed: (error: Error) => void;
}

const CLOSED = 'the loom was closed';

/**
 * Weaves on every core and keeps what is woven in `directory` under the hash of its order, so that
 * the next start finds it. Call `close` at the end.
 */
export class Loom {
  readonly #directory: string;
  readonly #size: number;
  readonly #seats: Seat[] = [];
  readonly #queue: Waiting[] = [];
  readonly #replies = new Map<number, (woven: Woven) => void>();
  #next = 0;
  #closed = false;

  constructor(directory: string, workers = Math.max(1, Math.min(8, availableParallelism()))) {
    this.#directory = directory;
    this.#size = workers;
  }

  /** Pictures of one product; they go to one worker, which then weaves their cloth once. */
  weave(orders: PictureOrder[]): Promise<WovenFile[]> {
    return new Promise((done, failed) => {
      if (this.#closed) return void failed(new Error(CLOSED));
      this.#queue.push({ orders, done, failed });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    const seats = this.#seats.splice(0);
    this.#closed = true;
    for (const { failed } of this.#queue.splice(0)) failed(new Error(CLOSED));
    await Promise.all(seats.map(({ worker }) => worker.terminate()));
    for (const [id, reply] of this.#replies) reply({ id, error: CLOSED });
    this.#replies.clear();
  }

  #dispatch(): void {
    if (this.#closed) return;
    let seat = this.#seats.find(({ busy }) => !busy);
    if (!seat && this.#seats.length < this.#size) {
      seat = this.#open();
      this.#seats.push(seat);
    }
    const next = seat && this.#queue.shift();
    if (!seat || !next) return;
    seat.busy = true;
    const taken = seat;
    this.#serve(taken.worker, next.orders)
      .then(next.done, next.failed)
      .finally(() => {
        taken.busy = false;
        this.#dispatch();
      });
  }

  #open(): Seat {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    worker.on('message', (woven: Woven) => {
      this.#replies.get(woven.id)?.(woven);
      this.#replies.delete(woven.id);
    });
    worker.on('error', (error) => {
      for (const [id, reply] of this.#replies) reply({ id, error: error.message });
      this.#replies.clear();
    });
    return { worker, busy: false };
  }

  async #serve(worker: Worker, orders: PictureOrder[]): Promise<WovenFile[]> {
    const files: WovenFile[] = [];
    await mkdir(this.#directory, { recursive: true });
    for (const order of orders) {
      const path = join(this.#directory, `${nameOf(order)}.jpg`);
      if (
        await stat(path).then(
          ({ size }) => size > 0,
          () => false,
        )
      ) {
        files.push({ path, fresh: false });
        continue;
      }
      const id = (this.#next += 1);
      if (this.#closed) throw new Error(CLOSED);
      const woven = await new Promise<Woven>((reply) => {
        this.#replies.set(id, reply);
        worker.postMessage({ id, order } satisfies Job);
      });
      if (!woven.picture) throw new Error(`The loom could not weave ${order.kind}: ${woven.error}`);
      // Written beside and moved, so that a stop in between leaves no half picture.
      await writeFile(`${path}.${process.pid}.part`, woven.picture);
      await rename(`${path}.${process.pid}.part`, path);
      files.push({ path, fresh: true });
    }
    return files;
  }
}
