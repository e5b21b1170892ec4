import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PictureSpec } from './render.js';

/** Pictures for one worker, which weaves the cloths they share once. `.avif` files become masters. */
export type RenderJob = readonly { file: string; spec: PictureSpec }[];

export async function renderFiles(
  jobs: readonly RenderJob[],
  onRendered: (job: RenderJob) => void = () => undefined,
): Promise<void> {
  const queue = jobs.values();
  const workers = Array.from(
    { length: Math.min(jobs.length, availableParallelism()) },
    () => new Worker(new URL('./worker.js', import.meta.url)),
  );
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (const job of queue) {
          worker.postMessage(job);
          // Rejects when the worker emits `error`.
          await once(worker, 'message');
          onRendered(job);
        }
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
