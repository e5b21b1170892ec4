import { type Step, steps } from './buyer.js';

/** Times of one kind, ms. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** What the buyers of one run did and were told. What was begun before `start` is counted nowhere but in the books. */
export class Ledger {
  /** Razorpay orders that were paid. */
  readonly paidOrders = new Set<string>();
  /** Orders that verify said are placed, with the product of their one piece. */
  readonly confirmedOrders = new Map<string, string>();
  private readonly times = new Map<Step | 'whole', number[]>();
  private readonly failures = new Map<string, number>();

  /** Begins to count: what came before was for warming up. */
  start(): void {
    this.times.clear();
    this.failures.clear();
  }

  took(step: Step, ms: number): void {
    this.note(step, ms);
  }

  completed(ms: number): void {
    this.note('whole', ms);
  }

  failed(step: Step, code: string): void {
    const what = `${step}: ${code}`;
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }

  paid(razorpayOrderId: string): void {
    this.paidOrders.add(razorpayOrderId);
  }

  confirmed(orderId: string, productId: string): void {
    this.confirmedOrders.set(orderId, productId);
  }

  /** Whole checkouts since `start`. */
  get checkouts(): number {
    return this.times.get('whole')?.length ?? 0;
  }

  /** Each step's times, and those of whole checkouts. */
  summary(): Record<Step | 'whole', Times> {
    return Object.fromEntries(
      [...steps, 'whole' as const].map((step) => [step, timesOf(this.times.get(step) ?? [])]),
    ) as Record<Step | 'whole', Times>;
  }

  /** Failures by step and code. */
  refusals(): Record<string, number> {
    return Object.fromEntries(this.failures);
  }

  private note(what: Step | 'whole', ms: number): void {
    const list = this.times.get(what) ?? [];
    list.push(ms);
    this.times.set(what, list);
  }
}

function timesOf(list: readonly number[]): Times {
  const sorted = list.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
