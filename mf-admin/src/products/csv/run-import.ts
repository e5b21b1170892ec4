import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import type { Step } from './plan-import.js';

/** The gateway limits requests per minute: the pause before a retry, ms. */
const RETRY_DELAY_MS = 10_000;
const MAX_ATTEMPTS = 8;

const write = (step: Step): Promise<unknown> => {
  if (step.action === 'add') return call('POST /products/create', { body: step.body });
  if (step.action === 'change') return call('PUT /products/update/{id}', { params: { id: step.id }, body: step.body });
  return Promise.resolve();
};

/** @throws ApiError */
async function writeWithRetry(step: Step, retryDelayMs: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write(step);
      return;
    } catch (error) {
      if (asApiError(error).code !== 'RATE_LIMITED' || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/**
 * Writes the steps one after the other; a row that fails does not stop the others.
 * @param onProgress receives the number of attempted rows
 * @returns the rows that failed and why
 */
export async function runImport(
  steps: readonly Step[],
  onProgress: (count: number) => void,
  retryDelayMs = RETRY_DELAY_MS,
): Promise<{ row: number; name: string; message: string }[]> {
  const failed: { row: number; name: string; message: string }[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      await writeWithRetry(step, retryDelayMs);
    } catch (error) {
      failed.push({ row: step.row, name: step.name, message: asApiError(error).message });
    }
    onProgress(index + 1);
  }
  return failed;
}
