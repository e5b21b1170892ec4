/** What a guest wanted when they were asked to log in. */
export interface Intent {
  productId: string;
  size: string;
  quantity: number;
  /** Where it leads once the pieces are in the cart. */
  afterwards: 'stay' | 'checkout';
}

const KEY = 'checkout:intent';
/** Logging in or registering takes no longer; what is older was given up, ms. */
const GOOD_FOR_MS = 30 * 60_000;

/** Keeps it in this tab, for the way over the login page and back. */
export function keepIntent(intent: Intent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }));
  } catch {
    // Storage is forbidden here: the buttons are there to be pressed again.
  }
}

/** Hands out what was wanted of this product, once. */
export function takeIntent(productId: string): Intent | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Intent & { at: number }) | null;
    if (kept?.productId !== productId) return undefined;
    sessionStorage.removeItem(KEY);
    return Date.now() - kept.at < GOOD_FOR_MS ? { productId, size: String(kept.size), quantity: Number(kept.quantity), afterwards: kept.afterwards } : undefined;
  } catch {
    return undefined;
  }
}
