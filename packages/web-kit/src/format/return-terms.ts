import type { Order } from '@rangavalli/contracts/entities/order';
import {
  type ReturnableGoods,
  returnDeadline,
  type ReturnRuleSettings,
  returnRuleOf,
} from '@rangavalli/contracts/return-rule';
import { formatDay } from './dates.js';

const HALF_DAY_MS = 43_200_000;

/**
 * What the shop's rule allows for goods, as a sentence without a full stop.
 * @param deliveredAt of goods that the customer has, for the last day
 */
export function describeReturns(goods: ReturnableGoods, shop: ReturnRuleSettings, deliveredAt?: string): string {
  const rule = returnRuleOf(goods, shop);
  if (rule.days === 0) return 'No returns, unless it is damaged or not what you ordered';
  const what = rule.outcomes.includes('refund') ? 'Return or exchange' : 'Exchange or store credit';
  if (!deliveredAt) return `${what} within ${rule.days} days of delivery`;
  const end = returnDeadline(new Date(deliveredAt), rule);
  const lastDay = formatLastDay(end);
  return end.getTime() > Date.now() ? `${what} until ${lastDay}` : `The return period ended on ${lastDay}`;
}

/** @param end midnight in India; its day before is the same on devices in other time zones */
export const formatLastDay = (end: Date): string => formatDay(new Date(end.getTime() - HALF_DAY_MS).toISOString());

/** @param line of an order */
export const goodsOfLine = ({ category, personalisation, isOnSale }: Order['products'][number]): ReturnableGoods => ({
  category,
  isPersonalised: Boolean(personalisation?.length),
  isOnSale: isOnSale ?? false,
});
