import type { Page } from '@playwright/test';
import type { User } from '@rangavalli/contracts/entities/user';
import { accountRows } from './rows/account.js';
import { adminRows } from './rows/admin.js';
import { checkoutRows } from './rows/checkout.js';
import { storefrontRows } from './rows/storefront.js';

/** Somebody who visits a page, as the browser knows them. */
export interface Visitor {
  token: string;
  user: User;
}

/** A page in a state: who is there, where, and what was done before one looks. */
export interface Scene {
  path: string;
  /** Left out: a guest. */
  person?: Visitor;
  /** More in the browser's storage. */
  storage?: Record<string, string>;
  /** Opens a dialog or menu of the page, which is then what is looked at. */
  open?: (page: Page) => Promise<unknown>;
}

/** One line of the walk. */
export interface Row {
  name: string;
  /** The route as the slices write it: `/product/:id`. */
  route: string;
  /** Makes the state it needs. Each call makes a new one. */
  scene: () => Promise<Scene> | Scene;
  /** What the specification (§2, §5, §8, §9) has the page say. */
  texts: readonly (string | RegExp)[];
  /** Errors that belong to the page: what is not there is told to the browser as 404, which it notes. */
  expected?: readonly RegExp[];
  /** Controls of the frame (header, footer, sidebar) are tried here, and nowhere else for this kind of visitor. */
  frame?: boolean;
  /** Nothing is clicked here, and why. */
  unclicked?: string;
  /** Controls that are passed over, and why. */
  passedOver?: Readonly<Record<string, string>>;
  /** Not at these widths: what it opens with is not there. */
  notAt?: readonly number[];
}

export const widths = [390, 768, 1440] as const;

export const rows: readonly Row[] = [...storefrontRows, ...checkoutRows, ...accountRows, ...adminRows];
