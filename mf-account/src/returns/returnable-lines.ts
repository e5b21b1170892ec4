import type { Order } from '@rangavalli/contracts/entities/order';
import type { ShopDetails } from '@rangavalli/contracts/entities/shop';
import { type ReturnRule, returnDeadline, returnRuleOf } from '@rangavalli/contracts/return-rule';
import { goodsOfLine } from '@rangavalli/web-kit/format/return-terms';

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

/** Returns the items of a delivered order that can still come back, each by the rule of the shop. */
export function returnableLines(order: Order, shop: ShopDetails, now: Date): ReturnableLine[] {
  if (!order.deliveredAt || order.status === 'Cancelled') return [];
  const deliveredAt = new Date(order.deliveredAt);
  return order.products.flatMap((line) => {
    const { lineId } = line;
    const left = line.quantity - (line.cancelled ?? 0) - returnedUnits(order, lineId);
    if (left < 1) return [];
    const rule = returnRuleOf(goodsOfLine(line), shop);
    const until = rule.days > 0 ? returnDeadline(deliveredAt, rule) : undefined;
    return { lineId, line, left, rule, until, isOpen: until !== undefined && now < until };
  });
}

const returnedUnits = ({ returns = [] }: Order, lineId: string): number =>
  returns
    .flatMap(({ state, lines }) => lines.map((line) => ({ ...line, isOpen: state === 'requested' })))
    .reduce(
      (sum, line) => sum + (line.lineId === lineId ? (line.isOpen ? line.quantity : (line.accepted ?? 0)) : 0),
      0,
    );
