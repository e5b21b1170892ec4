import { CANCELLED, type HistoryEntry, type OrderRecord } from '../orders/order.schema.js';
import { type Transition, transitions } from '../orders/phases.js';
import { phaseChanges, stepDuration } from './saga-metrics.js';

export type Step = 'open' | 'pay' | 'place' | 'whole' | 'refund';
type Told = Pick<OrderRecord, 'createdAt' | 'history'>;

/** What the history says when money came, and when it was asked for that it goes back. */
export const moneyReceived = transitions.pay.says;
export const refundAsked = [transitions.giveUp.says, CANCELLED] as const;

/** When one of these was last done to an order. */
export const lastTime = (history: readonly HistoryEntry[], ...what: string[]): Date | undefined =>
  history.findLast((entry) => what.includes(entry.what))?.at;

/**
 * The steps that ended when an order went through a transition, with their time in seconds, from what is stored with it:
 * the same whichever process wrote the parts. A step whose beginning the history does not know is left out.
 */
export function stepsOf({ createdAt, history }: Told, transition: Transition): { step: Step; seconds: number }[] {
  const ended: Partial<Record<Transition, [Step, Date | undefined][]>> = {
    hold: [['open', createdAt]],
    pay: [['pay', lastTime(history, transitions.hold.says)]],
    place: [
      ['place', lastTime(history, moneyReceived)],
      ['whole', createdAt],
    ],
    refund: [['refund', lastTime(history, ...refundAsked)]],
  };
  const now = lastTime(history, transitions[transition].says);
  return (ended[transition] ?? []).flatMap(([step, from]) =>
    from && now ? [{ step, seconds: Math.max(0, (now.getTime() - from.getTime()) / 1_000) }] : [],
  );
}

/** Counts a transition that was written just now. */
export function observe(order: Told, transition: Transition): void {
  phaseChanges.inc({ to: transitions[transition].to });
  observeSteps(order, transition);
}

/** Counts the times only: of a cancelled order, whose phase stays what it was when its money is back. */
export function observeSteps(order: Told, transition: Transition): void {
  for (const { step, seconds } of stepsOf(order, transition)) stepDuration.observe({ step }, seconds);
}
