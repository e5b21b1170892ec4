import { useSyncExternalStore } from 'react';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';

/** The result of merging a guest's cart, for the cart and checkout screens. */
export interface MergeOutcome {
  owner: string;
  notes: readonly MergeNote[];
  failed: boolean;
}

let outcome: MergeOutcome | undefined;
const listeners = new Set<() => void>();

/** Publishes a result; notes of an earlier merge stay until they are dismissed. */
export function setMergeOutcome({
  owner,
  notes = [],
  failed = false,
}: Partial<MergeOutcome> & { owner: string }): void {
  const earlier = outcome?.owner === owner ? outcome.notes : [];
  publish({ owner, notes: [...earlier, ...notes], failed });
}

export function dismissMergeNotes(): void {
  if (outcome) publish({ ...outcome, notes: [] });
}

export function clearMergeFailure(): void {
  if (outcome?.failed) publish({ ...outcome, failed: false });
}

function publish(next: MergeOutcome): void {
  outcome = next;
  listeners.forEach((changed) => changed());
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the result of the last merge into this customer's cart. */
export function useMergeOutcome(owner: string | undefined): MergeOutcome | undefined {
  const now = useSyncExternalStore(
    subscribe,
    () => outcome,
    () => undefined,
  );
  return now?.owner === owner ? now : undefined;
}
