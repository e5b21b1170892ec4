import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import type { Step } from './plan-import.js';

/** The gateway counts calls by the minute: after this, ms, it lets some through again. */
const PAUSE_MS = 10_000;
const TRIES = 8;

const write = (step: Step): Promise<unknown> => {
  if (step.does === 'add') return call('POST /products/create', { body: step.body });
  if (step.does === 'change') return call('PUT /products/update/{id}', { params: { id: step.id }, body: step.body });
  return Promise.resolve();
};

/** Writes one step; waits where the gateway says that it was too much in a minute. @throws ApiError */
async function carryOut(step: Step, pauseMs: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write(step);
      return;
    } catch (thrown) {
      if (asApiError(thrown).code !== 'RATE_LIMITED' || attempt === TRIES) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * Writes the steps one after the other; a row that fails does not stop the others.
 * @param onDone is told how many have been tried
 * @returns the rows that failed and why
 */
export async function runImport(
  steps: readonly Step[],
  onDone: (count: number) => void,
  pauseMs = PAUSE_MS,
): Promise<{ row: number; name: string; message: string }[]> {
  const failed: { row: number; name: string; message: string }[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      await carryOut(step, pauseMs);
    } catch (thrown) {
      failed.push({ row: step.row, name: step.name, message: asApiError(thrown).message });
    }
    onDone(index + 1);
  }
  return failed;
}
