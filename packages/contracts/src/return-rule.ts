// No zod: runs in browsers.

import { INDIA_OFFSET_MS } from './india-time.js';

/** Why customers return goods. Others are free text. */
export const returnReasons = [
  'size',
  'colour',
  'changed_mind',
  'late',
  'defective',
  'wrong_item',
  'not_as_described',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Consumer Protection (E-Commerce) Rules 2020, rule 6: such goods are taken back whatever the shop excludes. */
const faults: readonly string[] = ['defective', 'wrong_item', 'not_as_described'] satisfies ReturnReason[];

export const returnOutcomes = ['refund', 'credit', 'exchange'] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];

export interface ReturnRuleSettings {
  /** Calendar days after delivery; 0: no returns without a fault. */
  returnDays: number;
  /** Of categories with days of their own. */
  categoryReturnDays?: Readonly<Partial<Record<string, number>>> | undefined;
  /** Of products that are not taken back without a fault. */
  finalCategories: readonly string[];
  /** Sale items are only exchanged, or credited to the customer's store credit. */
  isSaleCreditOnly: boolean;
}

export interface ReturnableGoods {
  category?: string | undefined;
  isPersonalised: boolean;
  isOnSale: boolean;
}

export interface ReturnRule {
  /** Calendar days after delivery; 0: not returnable without a fault. */
  days: number;
  outcomes: readonly ReturnOutcome[];
}

const DAY_MS = 86_400_000;

export const isFault = (reason: string): boolean => faults.includes(reason);

/** The one rule of returns: product page, cart, confirmation, order page and server use it. */
export function returnRuleOf(goods: ReturnableGoods, settings: ReturnRuleSettings): ReturnRule {
  const isFinal = goods.isPersonalised || (goods.category && settings.finalCategories.includes(goods.category));
  const days = (goods.category && settings.categoryReturnDays?.[goods.category]) ?? settings.returnDays;
  if (isFinal || !days) return { days: 0, outcomes: [] };
  const isCreditOnly = goods.isOnSale && settings.isSaleCreditOnly;
  return { days, outcomes: isCreditOnly ? ['credit', 'exchange'] : returnOutcomes };
}

/** When the last day of the rule ends, ms UTC: the end of a day in India. */
export function returnDeadline(deliveredAt: Date, { days }: ReturnRule): Date {
  const day = Math.floor((deliveredAt.getTime() + INDIA_OFFSET_MS) / DAY_MS);
  return new Date((day + days + 1) * DAY_MS - INDIA_OFFSET_MS);
}
