import { useSyncExternalStore } from 'react';
import type { MergeNote } from '@rangavalli/contracts/entities/cart';

/** What came of merging a guest's cart, for the screens that show the customer's. */
export interface MergeOutcome {
  /** The customer; nobody else is told. */
  owner: string;
  /** Lines that came with fewer pieces, or none. */
  notes: readonly MergeNote[];
  /** The pieces are still in the browser. */
  failed: boolean;
}

let outcome: MergeOutcome | undefined;
const watchers = new Set<() => void>();

/** Tells what is new; notes of an earlier merge stay until they were read. */
export function tellOutcome({ owner, notes = [], failed = false }: Partial<MergeOutcome> & { owner: string }): void {
  const earlier = outcome?.owner === owner ? outcome.notes : [];
  tell({ owner, notes: [...earlier, ...notes], failed });
}

/** The customer has read them. */
export function forgetNotes(): void {
  if (outcome) tell({ ...outcome, notes: [] });
}

/** Nothing is left in the browser. */
export function forgetFailure(): void {
  if (outcome?.failed) tell({ ...outcome, failed: false });
}

function tell(now: MergeOutcome): void {
  outcome = now;
  watchers.forEach((changed) => changed());
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** What came of the last merge into this customer's cart. */
export function useMergeOutcome(owner: string | undefined): MergeOutcome | undefined {
  const now = useSyncExternalStore(
    watch,
    () => outcome,
    () => undefined,
  );
  return now?.owner === owner ? now : undefined;
}
