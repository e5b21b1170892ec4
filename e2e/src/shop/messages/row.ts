import type { Page } from '@playwright/test';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Restore } from '../../support/network.js';
import type { Person } from '../../support/people.js';
import type { Message } from './documented.js';

/** Created once per worker. */
export interface Fixtures {
  admin: Person;
  /** A customer without cart, orders and addresses. */
  shopper: Person;
  order: Order;
}

export interface Context extends Fixtures {
  page: Page;
}

interface RowOptions {
  /** Who views the page: a guest by default, or a person that `trigger` signs in. */
  as?: 'admin' | 'shopper';
  /** The displayed text where it differs from the message. */
  text?: string;
  toast?: true;
}

export interface Row extends RowOptions {
  message: Message;
  cause: string;
  /** Triggers the message; returns what to check once it is visible: the screen stays, loading ends (§8). */
  trigger: (context: Context) => Promise<() => Promise<unknown>>;
}

export const row = (message: Message, cause: string, options: RowOptions, trigger: Row['trigger']): Row => ({
  message,
  cause,
  ...options,
  trigger,
});

export type Fail = (page: Page) => Promise<Restore>;
