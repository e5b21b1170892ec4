import { Inject, Injectable } from '@nestjs/common';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { HeldLine } from '@rangavalli/contracts/commands/lines';
import type { Quote, QuotedLine } from '@rangavalli/contracts/entities/quote';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { Types } from 'mongoose';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { PAYMENT_ORDER_DEADLINE_MS } from '../checkout/open-checkouts.service.js';
import { OrderPaymentLinks } from '../checkout/payment-links.service.js';
import { MIN_ONLINE_PAISE, onlineShareOf } from '../checkout/payment-shares.js';
import type { OrderConfig } from '../order.config.js';
import { OrderNumbers } from '../numbers/order-numbers.service.js';
import { OrderCredit } from '../credit/order-credit.service.js';
import { computeLineRefund } from '../pricing/line-refund.js';
import { Quotes } from '../pricing/quotes.service.js';
import { priceLines, StockHolds } from '../stock/stock-holds.js';
import { type OrderLineRecord, type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { getLine } from './return-rules.js';
import type { Replacement, ReturnLineRecord, ReturnRecord } from './return.schema.js';

/** The event of the decision places the order within seconds; after a crash, once the services run again. */
const HOLD_MS = 3_600_000;

/** Of the request for the stock of wanted goods. */
const STOCK_DEADLINE_MS = 1_200;

/** What an exchange holds for the customer, with the id of the order to come. */
export interface HeldReplacement extends Replacement {
  orderId: string;
}

/**
 * Goods that replace returned ones are an order of their own. The value of the returned goods becomes store credit that
 * is reserved for it: if it cannot be placed, the customer keeps the credit. The same product in another size costs
 * what was paid for the returned one; another product has today's price. The difference of a dearer one comes from the
 * store credit that the customer has, or is paid by a link while the stock is held; unpaid, the customer keeps the
 * credit.
 */
@Injectable()
export class Exchanges {
  constructor(
    private readonly store: OrderStore,
    private readonly stock: StockHolds,
    private readonly credit: OrderCredit,
    private readonly saga: CheckoutSaga,
    private readonly quotes: Quotes,
    private readonly commands: Commands,
    private readonly numbers: OrderNumbers,
    private readonly links: OrderPaymentLinks,
    @Inject(CONFIG) private readonly config: OrderConfig,
  ) {}

  /**
   * Refuses a request for goods that are sold out now, and for those that need to be personalised, because a return has
   * no values for their fields. A decision holds them.
   * @throws AppError EXCHANGE_NOT_POSSIBLE, UNAVAILABLE
   */
  async assertExchangeable(order: OrderRecord, lines: CallInput<'POST /returns'>['body']['lines']): Promise<void> {
    const wanted = lines.flatMap(({ lineId, quantity, outcome, exchangeFor }) => {
      if (outcome !== 'exchange' || !exchangeFor) return [];
      const { productId = getLine(order, lineId).line.productId, size } = exchangeFor;
      return [{ productId, size, quantity }];
    });
    if (wanted.length === 0) return;
    const ids = [...new Set(wanted.map(({ productId }) => productId))];
    const { products } = await this.commands.request('rpc.catalog.products.get', { ids }, STOCK_DEADLINE_MS);
    for (const { productId, size, quantity } of wanted) {
      const product = products.find(({ _id }) => _id === productId);
      if (!product || stockOfSize(product, size) < quantity)
        throw notPossible('What you want instead is sold out. Please choose something else, a refund or store credit.');
      if (product.personalisationFields?.some(({ required }) => required))
        throw notPossible(`${product.name} is personalised. Please choose something else, a refund or store credit.`);
    }
  }

  /** Holds the new goods. @throws AppError EXCHANGE_NOT_POSSIBLE, UNAVAILABLE */
  async hold(order: OrderRecord, record: ReturnRecord): Promise<HeldReplacement> {
    const orderId = String(new Types.ObjectId());
    const orderNumber = await this.numbers.next();
    const lines = replacementLines(order, record);
    const draft = buildReplacement(order, {
      ...record,
      replacementOrderId: orderId,
      replacement: { orderNumber, lines, totalPaise: 0 },
    });
    const isOtherProduct = exchangedOf(record.lines).some(({ exchangeFor }) => exchangeFor?.productId);
    const payBy = new Date(Date.now() + (isOtherProduct ? this.config.PAYMENT_LINK_HOLD_S * 1_000 : HOLD_MS));
    const held = await this.holdStock(draft, payBy);
    try {
      const replacement = await this.price(order, record, lines, held);
      const paise = await this.dueOf(order, replacement.totalPaise - valueOf(record));
      return { orderId, orderNumber, ...replacement, ...(paise > 0 ? { due: { paise, payBy } } : {}) };
    } catch (error) {
      await this.stock.release(draft);
      throw error;
    }
  }

  /** Returns what the customer pays by a link, paise: 0 when the store credit covers the difference. */
  private async dueOf({ userId }: OrderRecord, differencePaise: number): Promise<number> {
    if (differencePaise <= 0 || differencePaise <= (await this.credit.balancePaise(userId))) return 0;
    if (differencePaise < MIN_ONLINE_PAISE)
      throw notPossible('The difference is too small to be paid. Please accept the return with store credit.');
    return differencePaise;
  }

  private async holdStock(draft: OrderRecord, expiresAt: Date): Promise<HeldLine[]> {
    try {
      return await this.stock.hold(draft, expiresAt);
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) throw error;
      throw notPossible('The new item is sold out. Please accept the return with store credit or a refund.', error);
    }
  }

  /** Another size keeps the amounts of the order; other products are quoted at the prices of their hold. */
  private async price(
    order: OrderRecord,
    { id, lines: returned }: ReturnRecord,
    lines: readonly OrderLineRecord[],
    held: readonly HeldLine[],
  ): Promise<Omit<Replacement, 'orderNumber'>> {
    const kept: QuotedLine[] = [];
    let keptPaise = 0;
    const bought: OrderLineRecord[] = [];
    for (const [at, { lineId, accepted = 0, acceptedBefore = 0, refundPaise = 0 }] of exchangedOf(returned).entries()) {
      const line = lines[at] as OrderLineRecord;
      const { line: ordered, index } = getLine(order, lineId);
      const quoted = order.quote?.lines[index];
      if (line.productId !== ordered.productId) {
        bought.push(line);
        continue;
      }
      keptPaise += refundPaise;
      if (quoted) kept.push(partOf({ ...quoted, size: line.size, lineId: line.lineId }, acceptedBefore, accepted));
    }
    const { billing, userId } = order;
    const shipping = { chargePaise: 0 };
    const request = { lines: bought, userId, shipping, ...(billing ? { billing } : {}) };
    const fresh = bought.length > 0 ? (await this.quotes.quoteOrder(request, held)).quote : undefined;
    // In the order of the lines.
    const quotedLines = lines.flatMap(
      ({ lineId }) => [...kept, ...(fresh?.lines ?? [])].find((one) => one.lineId === lineId) ?? [],
    );
    const source = order.quote ?? fresh;
    return {
      lines: priceLines({ lines: [...lines] }, held).map((line) => {
        const ordered = kept.find(({ lineId }) => lineId === line.lineId);
        return ordered ? { ...line, unitPaise: ordered.unitPaise } : line;
      }),
      ...(source && quotedLines.length === lines.length ? { quote: sumQuote(source, quotedLines, id) } : {}),
      totalPaise: keptPaise + (fresh?.totalPaise ?? 0),
    };
  }

  /** Releases what `hold` has held for a decision that another one was faster than. */
  async release(order: OrderRecord, record: ReturnRecord): Promise<void> {
    await this.stock.release(buildReplacement(order, record));
  }

  /**
   * Places the order of a decided exchange, or opens it for the payment of its difference. Idempotent.
   * @throws AppError CREDIT_INSUFFICIENT until the value of the returned goods is granted; PAYMENT_PROVIDER_FAILED
   */
  async place(order: OrderRecord, record: ReturnRecord): Promise<void> {
    const replacement = buildReplacement(order, record);
    const existing = await this.store.findById(replacement._id);
    if (existing?.phase === 'placed') return;
    if (!existing) {
      if (!(await this.credit.keep(replacement))) throw new AppError('CREDIT_INSUFFICIENT');
      await this.store.create(replacement);
    }
    if (record.replacement?.due) await this.sendLink(existing ?? replacement);
    else await this.saga.completePaidOrder(existing ?? replacement);
  }

  /** Not for an order that was paid or has ended meanwhile. */
  private async sendLink(order: OrderRecord): Promise<void> {
    const { _id, orderNumber, userId, phase } = order;
    if (phase !== 'checkout') return;
    const request = { orderId: String(_id), orderNumber, userId, amountPaise: onlineShareOf(order) };
    const payment = await this.commands.request('rpc.payment.order.create', request, PAYMENT_ORDER_DEADLINE_MS);
    const opened = await this.store.update(_id, {
      guard: { phase },
      set: { razorpayOrderId: payment.razorpayOrderId },
    });
    if (opened) await this.links.create(opened);
  }

  /** Adds to returns whether the difference of dearer goods is paid. */
  async withPayments(returns: OrderReturn[]): Promise<OrderReturn[]> {
    const ids = returns.flatMap(({ due, replacementOrderId: id }) => (due && id ? [new Types.ObjectId(id)] : []));
    if (ids.length === 0) return returns;
    const orders = await this.store.model
      .find({ _id: { $in: ids } }, { phase: 1, paymentLink: 1 })
      .lean<Pick<OrderRecord, '_id' | 'phase' | 'paymentLink'>[]>();
    return returns.map((one) => {
      if (!one.due) return one;
      const order = orders.find(({ _id }) => String(_id) === one.replacementOrderId);
      const { url } = order?.paymentLink ?? {};
      return { ...one, due: { ...one.due, state: paymentOf(order, one.due), ...(url ? { url } : {}) } };
    });
  }
}

/** Without an order the event of the decision was not handled yet, or the order was deleted. */
function paymentOf(
  order: Pick<OrderRecord, 'phase'> | undefined,
  { payBy }: NonNullable<OrderReturn['due']>,
): 'open' | 'paid' | 'ended' {
  if (!order) return new Date(payBy) > new Date() ? 'open' : 'ended';
  if (order.phase === 'checkout') return 'open';
  return order.phase === 'paid' || order.phase === 'placed' ? 'paid' : 'ended';
}

const notPossible = (message: string, cause?: unknown) => new AppError('EXCHANGE_NOT_POSSIBLE', { message, cause });

const exchangedOf = (lines: readonly ReturnLineRecord[]): ReturnLineRecord[] =>
  lines.filter(({ outcome, accepted }) => outcome === 'exchange' && accepted);

const valueOf = ({ lines }: ReturnRecord): number =>
  exchangedOf(lines).reduce((sum, { refundPaise = 0 }) => sum + refundPaise, 0);

/** The wanted goods; another product gets its name and price from the hold. */
function replacementLines(order: OrderRecord, { lines }: ReturnRecord): OrderLineRecord[] {
  return exchangedOf(lines).map(({ lineId, accepted = 0, exchangeFor }, index) => {
    const { extraDays: _extraDays, ...ordered } = getLine(order, lineId).line;
    const { productId = ordered.productId, size = ordered.size } = exchangeFor ?? {};
    const line = { productId, size, quantity: accepted, lineId: String(index + 1) };
    return productId === ordered.productId ? { ...ordered, ...line } : { ...line, name: '', unitPaise: 0 };
  });
}

/** Returns the order of the wanted goods, paid with what was paid for the returned ones but for what is due. */
function buildReplacement(
  order: OrderRecord,
  { id, replacementOrderId, decidedAt, decidedBy, replacement }: ReturnRecord,
): OrderRecord {
  if (!replacement) throw new Error(`return ${id} has no accepted exchange`);
  const { orderNumber, lines, quote, totalPaise, due } = replacement;
  const now = decidedAt ?? new Date();
  const label = `Exchange for ${order.orderNumber}`;
  return {
    _id: new Types.ObjectId(replacementOrderId),
    orderNumber,
    userId: order.userId,
    customer: order.customer,
    ...(due
      ? {
          phase: 'checkout',
          paymentState: 'awaiting',
          holdExpiresAt: due.payBy,
          ...(decidedBy ? { takenBy: decidedBy } : {}),
        }
      : { phase: 'confirmed', paymentState: 'captured', lease: { token: 'exchange', until: new Date(0) } }),
    cartKey: `exchange:${id}`,
    lines,
    totalPaise,
    ...(quote ? { quote } : {}),
    ...(order.billing ? { billing: order.billing } : {}),
    note: label,
    holdId: `${replacementOrderId}:1`,
    holdSeq: 1,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    renewals: 0,
    useCredit: true,
    creditPaise: totalPaise - (due?.paise ?? 0),
    extraPayments: [],
    dueAt: due?.payBy ?? now,
    dueTries: 0,
    revision: 0,
    history: [{ at: now, by: SYSTEM, what: label }],
    createdAt: now,
    outbox: [],
  };
}

/**
 * Returns the quote of units of a line: all amounts are their share, so that both orders add up to the paid one. Net
 * value, shipping and fee are rounded in a way that none is negative and that they add up to the amount.
 * @param before units of the line that went into earlier returns
 */
export function partOf(line: QuotedLine, before: number, units: number): QuotedLine {
  const { refundPaise: paidPaise, roundOffPaise, ...taxes } = computeLineRefund(line, before, units);
  const shareOf = (paise: number): number =>
    Math.floor((paise * (before + units)) / line.quantity) - Math.floor((paise * before) / line.quantity);
  const grossPaise = line.unitPaise * units;
  const amountPaise = paidPaise - roundOffPaise;
  const chargesPaise = Math.max(0, amountPaise - shareOf(line.netPaise));
  const netPaise = amountPaise - chargesPaise;
  const codFeePaise = Math.min(chargesPaise, shareOf(line.codFeePaise));
  const shippingPaise = chargesPaise - codFeePaise;
  return {
    ...line,
    quantity: units,
    grossPaise,
    discountPaise: grossPaise - netPaise,
    netPaise,
    shippingPaise,
    codFeePaise,
    roundOffPaise,
    paidPaise,
    ...taxes,
  };
}

function sumQuote({ placeOfSupply }: Quote, lines: QuotedLine[], returnId: string): Quote {
  const sum = (amountOf: (line: QuotedLine) => number): number =>
    lines.reduce((total, line) => total + amountOf(line), 0);
  return {
    lines,
    subtotalPaise: sum(({ grossPaise }) => grossPaise),
    discountPaise: sum(({ discountPaise }) => discountPaise),
    shippingPaise: sum(({ shippingPaise }) => shippingPaise),
    codFeePaise: sum(({ codFeePaise }) => codFeePaise),
    taxPaise: sum(({ cgstPaise, sgstPaise, igstPaise }) => cgstPaise + sgstPaise + igstPaise),
    roundOffPaise: sum(({ roundOffPaise }) => roundOffPaise),
    totalPaise: sum(({ paidPaise }) => paidPaise),
    ...(placeOfSupply ? { placeOfSupply } : {}),
    hash: `exchange-${returnId}`,
  };
}
