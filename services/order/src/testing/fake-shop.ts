import { randomBytes } from 'node:crypto';
import {
  type CommandName,
  type CommandReply,
  type CommandRequest,
  commands,
  type StockLine,
} from '@rangavalli/contracts/commands';
import type { EventData } from '@rangavalli/contracts/events';
import type { TestService } from '@rangavalli/service-kit/testing/test-service';

/** An id as the database makes them. */
export const anId = (): string => randomBytes(12).toString('hex');

interface Product {
  name: string;
  unitPaise: number;
  first: number;
  stock: number;
}
interface Hold {
  orderId: string;
  lines: StockLine[];
  state: 'held' | 'sold' | 'released' | 'returned';
}
type Subject = Extract<CommandName, `rpc.cart.${string}` | `rpc.catalog.${string}`>;

/**
 * Cart and catalog as the contracts describe them, in memory: one hold a name, each step of a hold once.
 * A test can make them swallow a request, or its answer.
 */
export class FakeShop {
  readonly products = new Map<string, Product>();
  readonly holds = new Map<string, Hold>();
  readonly carts = new Map<string, StockLine[]>();
  readonly asked: Subject[] = [];
  private readonly swallowed: { subject: Subject; what: 'request' | 'answer'; times: number }[] = [];

  constructor(private readonly beside: TestService) {
    this.answer('rpc.cart.lines.get', ({ userId }) => ({ lines: this.carts.get(userId) ?? [] }));
    this.answer('rpc.catalog.stock.hold', (request) => this.hold(request));
    this.answer('rpc.catalog.stock.release', ({ holdId }) => {
      this.release(holdId);
      return { outcome: 'released' };
    });
    this.answer('rpc.catalog.stock.sell', ({ holdId }) => {
      const hold = this.holds.get(holdId);
      if (hold?.state === 'held') hold.state = 'sold';
      return { outcome: hold?.state === 'sold' ? 'sold' : 'gone' };
    });
    beside.nats.subscribe('order.cancelled', {
      callback: (_error, message) => this.takeBack(message.json<{ data: EventData<'order.cancelled'> }>().data.holdId),
    });
  }

  /** A product on the shelf. */
  aProduct({ stock = 10, unitPaise = 250_000, name = 'Kanchipuram pattu' } = {}): string {
    const id = anId();
    this.products.set(id, { name, unitPaise, first: stock, stock });
    return id;
  }

  /** What somebody wants to buy; takes the place of what they wanted before. */
  fill(userId: string, ...lines: [productId: string, quantity?: number, size?: string][]): void {
    this.carts.set(
      userId,
      lines.map(([productId, quantity = 1, size = '']) => ({ productId, quantity, size })),
    );
  }

  stock(productId: string): number {
    return this.products.get(productId)?.stock ?? 0;
  }

  setStock(productId: string, stock: number): void {
    const product = this.products.get(productId);
    if (product) Object.assign(product, { stock, first: product.first + stock - product.stock });
  }

  /** The pieces of a product in holds of a state. */
  pieces(productId: string, state: Hold['state']): number {
    return [...this.holds.values()]
      .filter((hold) => hold.state === state)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.productId === productId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** How an order's holds stand, oldest first. */
  holdsOf(orderId: string): Hold['state'][] {
    return [...this.holds.values()].filter((hold) => hold.orderId === orderId).map(({ state }) => state);
  }

  /** The time of all holds of an order is over. */
  async expire(orderId: string): Promise<void> {
    for (const [holdId, hold] of this.holds) {
      if (hold.orderId !== orderId || hold.state !== 'held') continue;
      this.release(holdId);
      for (const line of hold.lines)
        await this.beside.publish('catalog.stock.released', { holdId, orderId, ...line, reason: 'expired' });
    }
  }

  /** The next requests of a kind are never heard, or carried out and never answered. */
  swallow(subject: Subject, what: 'request' | 'answer', times = 1): void {
    this.swallowed.push({ subject, what, times });
  }

  private hold({
    holdId,
    orderId,
    lines,
    expectedPaise,
  }: CommandRequest<'rpc.catalog.stock.hold'>): CommandReply<'rpc.catalog.stock.hold'> {
    const priced = lines.map((line) => ({
      ...line,
      name: this.products.get(line.productId)?.name ?? '',
      unitPaise: this.products.get(line.productId)?.unitPaise ?? 0,
    }));
    const totalPaise = priced.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    const known = this.holds.get(holdId);
    if (known?.state === 'held' || known?.state === 'sold') return { outcome: 'held', lines: priced, totalPaise };
    if (expectedPaise !== undefined && expectedPaise !== totalPaise) return { outcome: 'total_changed', totalPaise };
    const short = priced.filter(({ productId, quantity }) => this.stock(productId) < quantity);
    if (short.length > 0 || known)
      return {
        outcome: 'unavailable',
        lines: short.map((line) => ({ ...line, available: this.stock(line.productId) })),
      };
    for (const { productId, quantity } of lines) this.move(productId, -quantity);
    this.holds.set(holdId, { orderId, lines, state: 'held' });
    return { outcome: 'held', lines: priced, totalPaise };
  }

  private release(holdId: string): void {
    this.giveBack(holdId, 'held', 'released');
  }

  private takeBack(holdId: string): void {
    this.giveBack(holdId, 'sold', 'returned');
  }

  private giveBack(holdId: string, from: Hold['state'], to: Hold['state']): void {
    const hold = this.holds.get(holdId);
    if (hold?.state !== from) return;
    hold.state = to;
    for (const { productId, quantity } of hold.lines) this.move(productId, quantity);
  }

  private move(productId: string, pieces: number): void {
    const product = this.products.get(productId);
    if (!product) return;
    product.stock += pieces;
    if (product.stock < 0) throw new Error('stock below zero');
  }

  private answer<N extends Subject>(subject: N, work: (request: CommandRequest<N>) => CommandReply<N>): void {
    this.beside.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error || Number(message.headers?.get('x-deadline')) < Date.now()) return;
        this.asked.push(subject);
        const fault = this.swallowed.find((one) => one.subject === subject && one.times > 0);
        if (fault) fault.times -= 1;
        if (fault?.what === 'request') return;
        const data = work(commands[subject].request.parse(message.json()) as CommandRequest<N>);
        if (!fault) message.respond(JSON.stringify({ ok: true, data }));
      },
    });
  }
}
