import type { Page } from '@playwright/test';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { Person } from '../../support/people.js';
import type { Message } from './documented.js';

/** Who is there already: made once a worker. */
export interface Cast {
  admin: Person;
  /** A customer who never has anything in cart, orders or addresses. */
  shopper: Person;
  /** A paid order of somebody's. */
  order: Order;
}

/** Where a scenario is played. */
export interface Stage {
  page: Page;
  cast: Cast;
}

/** One way in which a documented message comes up. */
export interface Row {
  message: Message;
  /** Its cause. */
  when: string;
  /** Who looks at the page; somebody made by the scenario itself signs in there. A guest, unless told. */
  as?: 'admin' | 'shopper';
  /** What is read on the page, where that is not the message to the letter. */
  reads?: string;
  /** It comes as a toast. */
  toast?: true;
  /** Leads up to the message. @returns what must hold once it is there: the screen stays, the indicator ends (specification §8) */
  play: (stage: Stage) => Promise<() => Promise<void>>;
}
