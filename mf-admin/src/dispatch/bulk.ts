import type { DispatchDocumentKind, DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import { call, callForFile } from '@rangavalli/web-kit/data/api';
import { saveFile } from '@rangavalli/web-kit/dom/save-file';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import type { BulkResult } from './Results.js';

/** Repeats MAX_DISPATCH_BATCH of the contracts, which would bring zod into the browser. */
const BATCH = 100;
/** Pages are drawn one at a time. */
const DEADLINE_MS = 70_000;

/** Ships all that is left of orders. @param requestId of the same request when it is repeated */
export const shipOrders = (ids: readonly string[], courier: Courier, requestId: string): Promise<DispatchResult[]> =>
  inBatches(ids, async (orderIds) => {
    const body = { requestId, orderIds, courier };
    return (await call('POST /dispatch/ship', { body }, { deadlineMs: DEADLINE_MS })).results;
  });

export const markDispatched = (ids: readonly string[]): Promise<DispatchResult[]> =>
  inBatches(ids, async (shipmentIds) => {
    const body = { shipmentIds };
    return (await call('POST /dispatch/dispatched', { body }, { deadlineMs: DEADLINE_MS })).results;
  });

/** Saves the papers of parcels: one file for each hundred. */
export async function savePapers(kind: DispatchDocumentKind, ids: readonly string[]): Promise<void> {
  await inBatches(ids, async (shipmentIds, index) => {
    const body = { kind, shipmentIds };
    const file = await callForFile('POST /dispatch/documents', { body }, { deadlineMs: DEADLINE_MS });
    saveFile(`${kind.replaceAll('_', '-')}${ids.length > BATCH ? `-${index + 1}` : ''}.pdf`, file);
    return [];
  });
}

export const resultOf = (
  results: readonly DispatchResult[],
  summarise: (done: number, failed: number) => string,
): BulkResult => {
  const failed = results.filter(({ isDone }) => !isDone);
  return { summary: summarise(results.length - failed.length, failed.length), failed };
};

async function inBatches<T>(
  ids: readonly string[],
  run: (ids: string[], index: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    results.push(...(await run(ids.slice(from, from + BATCH), from / BATCH)));
  return results;
}
