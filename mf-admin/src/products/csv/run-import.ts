import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import type { Step } from './plan-import.js';
import { withinRateLimit } from './rate-limit.js';

const write = (step: Step): Promise<unknown> => {
  if (step.action === 'add') return call('POST /products/create', { body: step.body });
  if (step.action === 'change') return call('PUT /products/update/{id}', { params: { id: step.id }, body: step.body });
  return Promise.resolve();
};

/**
 * Writes the steps one after the other; a row that fails does not stop the others.
 * @param onProgress receives the number of attempted rows
 * @returns the rows that failed and why
 */
export async function runImport(
  steps: readonly Step[],
  onProgress: (count: number) => void,
): Promise<{ row: number; name: string; message: string }[]> {
  const failed: { row: number; name: string; message: string }[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      await withinRateLimit(() => write(step));
    } catch (error) {
      failed.push({ row: step.row, name: step.name, message: asApiError(error).message });
    }
    onProgress(index + 1);
  }
  return failed;
}
