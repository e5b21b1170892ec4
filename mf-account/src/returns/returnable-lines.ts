import type { Order } from '@rangavalli/contracts/entities/order';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { type ReturnRule, returnDeadline, returnRuleOf } from '@rangavalli/contracts/return-rule';
import { goodsOfLine } from '@rangavalli/web-kit/format/return-terms';
import { returnableUnits } from '@rangavalli/web-kit/data/returnable-units';
import { deliveredAtOf } from './delivered-at.js';

export interface ReturnableLine {
  lineId: string;
  line: Order['products'][number];
  /** Units that no return names yet. */
  left: number;
  rule: ReturnRule;
  /** Until when the rule allows a return; undefined where only faults count. */
  until: Date | undefined;
  isOpen: boolean;
}

/** Returns the items that were delivered and can still come back, each by the rule of the shop. */
export function returnableLines(order: Order, shop: ShopDetails, now: Date): ReturnableLine[] {
  if (order.status === 'Cancelled') return [];
  return order.products.flatMap((line) => {
    const { lineId } = line;
    const left = returnableUnits(order, line);
    const deliveredAt = deliveredAtOf(order, line);
    if (left < 1 || !deliveredAt) return [];
    const rule = returnRuleOf(goodsOfLine(line), shop);
    const until = rule.days > 0 ? returnDeadline(new Date(deliveredAt), rule) : undefined;
    return { lineId, line, left, rule, until, isOpen: until !== undefined && now < until };
  });
}
