import { randomBytes } from 'node:crypto';
import type { CartLine, StockLine } from '@rangavalli/contracts/commands/lines';
import { type CommandName, type CommandReply, type CommandRequest, commands } from '@rangavalli/contracts/commands';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import type { Category } from '@rangavalli/contracts/entities/product';
import type { ErrorCode } from '@rangavalli/contracts/errors';
import type { EventData } from '@rangavalli/contracts/events';
import type { TestService } from '@rangavalli/service-kit/testing/test-service';

export const createId = (): string => randomBytes(12).toString('hex');

interface Product {
  category: Category;
  tags: string[];
  name: string;
  unitPaise: number;
  initialStock: number;
  stock: number;
  personalisationFields?: PersonalisationField[] | undefined;
}
interface Hold {
  orderId: string;
  lines: StockLine[];
  state: 'held' | 'sold' | 'released' | 'returned';
}
type Subject = Extract<
  CommandName,
  | `rpc.cart.${string}`
  | `rpc.catalog.${string}`
  | `rpc.fulfilment.${string}`
  | 'rpc.notification.email.send'
  | 'rpc.user.groups.get'
  | 'rpc.user.customer.ensure'
>;
type Promised = CommandReply<'rpc.fulfilment.promise.get'>;

export const promised = (shipping: { chargePaise: number; freeFromPaise?: number } = { chargePaise: 0 }): Promised => ({
  outcome: 'served',
  cod: true,
  from: '2026-12-01',
  to: '2026-12-03',
  shipping,
});

/** Cart, catalog, fulfilment, customer groups, emails and the accounts of customers on the phone in memory. */
export class FakeShop {
  readonly products = new Map<string, Product>();
  readonly holds = new Map<string, Hold>();
  readonly carts = new Map<string, CartLine[]>();
  readonly emails: CommandRequest<'rpc.notification.email.send'>[] = [];
  /** Codes by customer. */
  readonly coupons = new Map<string, string>();
  /** Customer groups by id. */
  readonly groups = new Map<string, { name: string; members: Set<string> }>();
  /** Ids of accounts, by email. */
  readonly accounts = new Map<string, string>();
  hasSms = false;
  /** By PIN code, `''` for the shop's own; all others are served free of charge. */
  readonly promises = new Map<string, Promised>();
  private readonly refusals = new Map<Subject, { code: ErrorCode; times: number }>();
  private readonly drops: { subject: Subject; what: 'request' | 'reply'; times: number }[] = [];

  constructor(private readonly service: TestService) {
    this.serve('rpc.cart.lines.get', ({ userId }) => {
      const coupon = this.coupons.get(userId);
      return { lines: this.carts.get(userId) ?? [], ...(coupon ? { coupon } : {}) };
    });
    this.serve('rpc.catalog.products.get', ({ ids }) => ({ products: ids.flatMap((id) => this.describe(id)) }));
    this.serve('rpc.notification.email.send', (email) => {
      this.emails.push(email);
      return { outcome: 'sent', ...(this.hasSms ? { isInSms: true } : {}) };
    });
    this.serve('rpc.user.groups.get', ({ groupIds, userId = '' }) => ({
      groups: groupIds.flatMap((groupId) => {
        const group = this.groups.get(groupId);
        return group ? [{ groupId, name: group.name, isMember: group.members.has(userId) }] : [];
      }),
    }));
    this.serve('rpc.user.customer.ensure', ({ email, name }) => {
      const userId = this.accounts.get(email) ?? createId();
      this.accounts.set(email, userId);
      return { userId, name, emailVerified: false };
    });
    this.serve('rpc.fulfilment.promise.get', ({ pincode = '' }) => this.promises.get(pincode) ?? promised());
    this.serve('rpc.catalog.evidence.sign', ({ key, kind, slot }) => ({
      url: 'https://images.example.com',
      fields: { public_id: `${key} ${kind} ${slot}` },
    }));
    this.serve('rpc.catalog.evidence.find', ({ photos, video }) => {
      const toFile = (public_id: string) => ({ public_id, url: `https://images.example.com/${public_id}` });
      return { photos: photos.map(toFile), ...(video ? { video: toFile(video) } : {}) };
    });
    this.serve('rpc.catalog.stock.hold', (request) => this.hold(request));
    this.serve('rpc.catalog.stock.release', ({ holdId }) => {
      this.endHold(holdId, 'held', 'released');
      return { outcome: 'released' };
    });
    this.serve('rpc.catalog.stock.commit', ({ holdId }) => {
      const hold = this.holds.get(holdId);
      if (hold?.state === 'held') hold.state = 'sold';
      return { outcome: hold?.state === 'sold' ? 'sold' : 'gone' };
    });
    service.nats.subscribe('order.cancelled', {
      callback: (_error, message) => {
        const { data } = message.json<{ data: EventData<'order.cancelled'> }>();
        if (!data.isSettled) this.endHold(data.holdId, 'sold', 'returned');
      },
    });
  }

  addProduct({
    stock = 10,
    unitPaise = 250_000,
    name = 'Kanchipuram pattu',
    category = 'saree' as Category,
    tags = [] as string[],
    personalisationFields = undefined as PersonalisationField[] | undefined,
  } = {}): string {
    const id = createId();
    this.products.set(id, { name, unitPaise, initialStock: stock, stock, category, tags, personalisationFields });
    return id;
  }

  setCart(userId: string, ...lines: [productId: string, quantity?: number, size?: string][]): void {
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
    if (product) Object.assign(product, { stock, initialStock: product.initialStock + stock - product.stock });
  }

  countUnits(productId: string, state: Hold['state']): number {
    return [...this.holds.values()]
      .filter((hold) => hold.state === state)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.productId === productId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  holdStates(orderId: string): Hold['state'][] {
    return [...this.holds.values()].filter((hold) => hold.orderId === orderId).map(({ state }) => state);
  }

  async expire(orderId: string): Promise<void> {
    for (const [holdId, hold] of this.holds) {
      if (hold.orderId !== orderId || hold.state !== 'held') continue;
      this.endHold(holdId, 'held', 'released');
      for (const line of hold.lines)
        await this.service.publish('catalog.stock.released', { holdId, orderId, ...line, reason: 'expired' });
    }
  }

  /** Drops the next requests of a subject, or carries them out and drops the replies. @returns a function to stop */
  drop(subject: Subject, what: 'request' | 'reply', times = 1): () => void {
    const drop = { subject, what, times };
    this.drops.push(drop);
    return () => void (drop.times = 0);
  }

  /** Refuses the next requests of a subject. @returns a function to stop */
  refuse(subject: Subject, code: ErrorCode, times = 1): () => void {
    this.refusals.set(subject, { code, times });
    return () => void this.refusals.delete(subject);
  }

  /** Returns the newest code that confirms an order. */
  codeOf(orderNumber: string): string {
    const email = this.emails.findLast(
      (sent) => sent.template === 'order-code' && sent.data.orderNumber === orderNumber,
    );
    if (email?.template !== 'order-code') throw new Error('no code was sent');
    return email.data.code;
  }

  private describe(_id: string): CommandReply<'rpc.catalog.products.get'>['products'] {
    const product = this.products.get(_id);
    if (!product) return [];
    const { name, unitPaise: pricePaise, stock, personalisationFields } = product;
    const now = new Date().toISOString();
    const facts = { name, pricePaise, stock, ...(personalisationFields ? { personalisationFields } : {}) };
    const lists = { sizes: [], tags: [], images: [] };
    return [{ _id, ...facts, description: '', category: 'saree', ...lists, createdAt: now, updatedAt: now }];
  }

  private hold({
    holdId,
    orderId,
    lines,
    expectedPaise,
  }: CommandRequest<'rpc.catalog.stock.hold'>): CommandReply<'rpc.catalog.stock.hold'> {
    const priced = lines.map((line) => {
      const { name = '', unitPaise = 0, category = 'saree', tags } = this.products.get(line.productId) ?? {};
      return { ...line, name, unitPaise, category, tags };
    });
    const totalPaise = priced.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    const existing = this.holds.get(holdId);
    if (existing?.state === 'held' || existing?.state === 'sold') return { outcome: 'held', lines: priced, totalPaise };
    if (expectedPaise !== undefined && expectedPaise !== totalPaise) return { outcome: 'total_changed', totalPaise };
    const short = priced.filter(({ productId, quantity }) => this.stock(productId) < quantity);
    if (short.length > 0 || existing)
      return {
        outcome: 'unavailable',
        lines: short.map((line) => ({ ...line, available: this.stock(line.productId) })),
      };
    for (const { productId, quantity } of lines) this.moveStock(productId, -quantity);
    this.holds.set(holdId, { orderId, lines, state: 'held' });
    return { outcome: 'held', lines: priced, totalPaise };
  }

  private endHold(holdId: string, from: Hold['state'], to: Hold['state']): void {
    const hold = this.holds.get(holdId);
    if (hold?.state !== from) return;
    hold.state = to;
    for (const { productId, quantity } of hold.lines) this.moveStock(productId, quantity);
  }

  private moveStock(productId: string, units: number): void {
    const product = this.products.get(productId);
    if (!product) return;
    product.stock += units;
    if (product.stock < 0) throw new Error('stock below zero');
  }

  private serve<N extends Subject>(subject: N, handle: (request: CommandRequest<N>) => CommandReply<N>): void {
    this.service.nats.subscribe(subject, {
      callback: (error, message) => {
        if (error || Number(message.headers?.get('x-deadline')) < Date.now()) return;
        const drop = this.drops.find((one) => one.subject === subject && one.times > 0);
        if (drop) drop.times -= 1;
        if (drop?.what === 'request') return;
        const refusal = this.refusals.get(subject);
        if (refusal && refusal.times > 0) {
          refusal.times -= 1;
          message.respond(JSON.stringify({ ok: false, error: { code: refusal.code, message: '', details: {} } }));
          return;
        }
        const data = handle(commands[subject].request.parse(message.json()) as CommandRequest<N>);
        if (!drop) message.respond(JSON.stringify({ ok: true, data }));
      },
    });
  }
}
