import { summarize, type Times } from '../statistics.js';

/** The steps of a checkout; `pay` is a request to Razorpay, the others are documented calls. */
export const steps = ['add to cart', 'create order', 'pay', 'verify', 'order'] as const;
export type Step = (typeof steps)[number];

/** What the buyers of one run did. `reset` clears times and failures, but not what the audit needs. */
export class CheckoutLog {
  readonly paidOrders = new Set<string>();
  readonly confirmedOrders = new Set<string>();
  private readonly durations = new Map<Step | 'whole', number[]>();
  private readonly failureCounts = new Map<string, number>();

  /** Discards the measurements of the warm-up. */
  reset(): void {
    this.durations.clear();
    this.failureCounts.clear();
  }

  addTime(step: Step | 'whole', ms: number): void {
    const list = this.durations.get(step) ?? [];
    list.push(ms);
    this.durations.set(step, list);
  }

  addFailure(step: Step, code: string): void {
    const failure = `${step}: ${code}`;
    this.failureCounts.set(failure, (this.failureCounts.get(failure) ?? 0) + 1);
  }

  get checkouts(): number {
    return this.durations.get('whole')?.length ?? 0;
  }

  times(): Record<Step | 'whole', Times> {
    return Object.fromEntries(
      [...steps, 'whole' as const].map((step) => [step, summarize(this.durations.get(step) ?? [])]),
    ) as Record<Step | 'whole', Times>;
  }

  failures(): Record<string, number> {
    return Object.fromEntries(this.failureCounts);
  }
}
