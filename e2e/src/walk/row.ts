import type { Page } from '@playwright/test';
import type { User } from '@rangavalli/contracts/entities/user';

export interface Scene {
  path: string;
  /** The logged-in visitor; a guest by default. */
  person?: { token: string; user: User };
  open?: ((page: Page) => Promise<unknown>) | undefined;
}

interface RowOptions {
  /** Errors that belong to the page: the browser reports a missing record's 404. */
  expected?: readonly RegExp[];
  /** Whether header, footer and sidebar are clicked here, as nowhere else for this kind of visitor. */
  frame?: boolean;
  unclicked?: string;
  /** The route that shows the same screen: `npm test` walks that one only, and nothing is clicked here. */
  sameAs?: string;
  skipped?: Readonly<Record<string, string>>;
  /** Widths, in px, without what `open` uses. */
  notAt?: readonly number[];
}

export interface Row extends RowOptions {
  name: string;
  /** As the slices write it: `/product/:id`. */
  route: string;
  scene: () => Promise<Scene> | Scene;
  /** Texts of specification §2, §5, §8 and §9. */
  texts: readonly (string | RegExp)[];
}

/**
 * Creates a row whose route is its name up to the first comma.
 *
 * @param scene a guest's path, by default the route, or a function that creates the state
 */
export function row(name: string, texts: Row['texts'], scene?: Row['scene'] | string, options: RowOptions = {}): Row {
  const [route = ''] = name.split(',');
  return {
    name,
    route,
    texts,
    scene: typeof scene === 'function' ? scene : () => ({ path: scene ?? route }),
    ...options,
  };
}

/** The browser and the walk report a failed call in different orders. */
const expectStatus =
  (status: number) =>
  (call: string): RowOptions => ({
    expected: [new RegExp(`${status}.*${call}`), new RegExp(`${call}.*${status}`)],
  });

export const expectMissing = expectStatus(404);
/** A link of an email that was used. */
export const expectGone = expectStatus(410);
/** A call that needs the password first. */
export const expectRefused = expectStatus(403);

export const sameAsLogin: RowOptions = { sameAs: '/login' };
export const loginTexts = ['Login', 'Email', 'Password'];
export const MISSING_ID = '0'.repeat(24);
