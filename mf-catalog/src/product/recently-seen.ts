import { storageKeys } from '@rangavalli/contracts/browser';

const KEPT = 12;

/** Ids of the products seen last in this browser, the latest first. Nothing where storage is forbidden or spoilt. */
export function recentlySeen(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKeys.recentlySeen) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)) : [];
  } catch {
    return [];
  }
}

/** Notes that a product has been seen. */
export function noteSeen(id: string): void {
  try {
    localStorage.setItem(
      storageKeys.recentlySeen,
      JSON.stringify([id, ...recentlySeen().filter((other) => other !== id)].slice(0, KEPT)),
    );
  } catch {
    // The visitor's browser keeps nothing: then nothing is shown again.
  }
}
