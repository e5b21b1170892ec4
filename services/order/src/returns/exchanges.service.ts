import { Injectable } from '@nestjs/common';
import type { Quote, QuotedLine } from '@rangavalli/contracts/entities/quote';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Types } from 'mongoose';
import { CheckoutSaga } from '../checkout/checkout.saga.js';
import { OrderCredit } from '../credit/order-credit.service.js';
import { computeLineRefund } from '../pricing/line-refund.js';
import { StockHolds } from '../stock/stock-holds.js';
import { type OrderLineRecord, type OrderRecord, SYSTEM } from '../store/order.schema.js';
import { OrderStore } from '../store/order.store.js';
import { getLine } from './return-rules.js';
import type { ReturnRecord } from './return.schema.js';

/** The event of the decision places the order within seconds; after a crash, once the services run again. */
const HOLD_MS = 3_600_000;

/**
 * Goods that replace returned ones are an order of their own. The value of the returned goods becomes store credit that
 * is reserved for it: if it cannot be placed, the customer keeps the credit.
 */
@Injectable()
export class Exchanges {
  constructor(
    private readonly store: OrderStore,
    private readonly stock: StockHolds,
    private readonly credit: OrderCredit,
    private readonly saga: CheckoutSaga,
  ) {}

  /** Holds the new sizes. Returns the id of the order to come. @throws AppError EXCHANGE_NOT_POSSIBLE, UNAVAILABLE */
  async hold(order: OrderRecord, record: ReturnRecord): Promise<string> {
    const replacementOrderId = String(new Types.ObjectId());
    const replacement = buildReplacement(order, { ...record, replacementOrderId });
    try {
      const held = await this.stock.hold(replacement, new Date(Date.now() + HOLD_MS));
      if (held.every(({ unitPaise }, index) => unitPaise === replacement.lines[index]?.unitPaise))
        return replacementOrderId;
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) throw error;
      throw new AppError('EXCHANGE_NOT_POSSIBLE', {
        message: 'The other size is sold out. Please accept the return with store credit or a refund.',
        cause: error,
      });
    }
    await this.stock.release(replacement);
    throw new AppError('EXCHANGE_NOT_POSSIBLE', {
      message: 'The price of this product has changed. Please accept the return with store credit or a refund.',
    });
  }

  /** Releases what `hold` has held for a decision that another one was faster than. */
  async release(order: OrderRecord, record: ReturnRecord): Promise<void> {
    await this.stock.release(buildReplacement(order, record));
  }

  /** Places the order of a decided exchange. Idempotent. @throws AppError CREDIT_INSUFFICIENT until it is granted */
  async place(order: OrderRecord, record: ReturnRecord): Promise<void> {
    const replacement = buildReplacement(order, record);
    const existing = await this.store.findById(replacement._id);
    if (existing?.phase === 'placed') return;
    if (!existing) {
      if (!(await this.credit.keep(replacement))) throw new AppError('CREDIT_INSUFFICIENT');
      await this.store.create(replacement);
    }
    await this.saga.completePaidOrder(existing ?? replacement);
  }
}

/** Returns the order of the exchanged units, paid with what was paid for them. */
function buildReplacement(order: OrderRecord, { id, lines, replacementOrderId, decidedAt }: ReturnRecord): OrderRecord {
  const exchanged = lines.filter(({ outcome, accepted }) => outcome === 'exchange' && accepted);
  const parts = exchanged.map(({ lineId, accepted = 0, acceptedBefore = 0, exchangeFor }, index) => {
    const { line, index: at } = getLine(order, lineId);
    const size = exchangeFor?.size ?? line.size;
    const { extraDays: _extraDays, ...kept } = line;
    const replaced: OrderLineRecord = { ...kept, size, quantity: accepted, lineId: String(index + 1) };
    const quoted = order.quote?.lines[at];
    return {
      replaced,
      quoted: quoted && partOf({ ...quoted, size, lineId: String(index + 1) }, acceptedBefore, accepted),
    };
  });
  const paidPaise = exchanged.reduce((sum, { refundPaise = 0 }) => sum + refundPaise, 0);
  const quotedLines = parts.flatMap(({ quoted }) => quoted ?? []);
  const now = decidedAt ?? new Date();
  return {
    _id: new Types.ObjectId(replacementOrderId),
    userId: order.userId,
    customer: order.customer,
    phase: 'confirmed',
    cartKey: `exchange:${id}`,
    lines: parts.map(({ replaced }) => replaced),
    totalPaise: paidPaise,
    ...(order.quote && quotedLines.length === parts.length ? { quote: sumQuote(order.quote, quotedLines, id) } : {}),
    ...(order.billing ? { billing: order.billing } : {}),
    note: `Exchange for ${orderLabel(String(order._id), order.orderNumber)}`,
    holdId: `${replacementOrderId}:1`,
    holdSeq: 1,
    units: exchanged.reduce((sum, { accepted = 0 }) => sum + accepted, 0),
    renewals: 0,
    paymentState: 'captured',
    useCredit: true,
    creditPaise: paidPaise,
    extraPayments: [],
    lease: { token: 'exchange', until: new Date(0) },
    dueAt: now,
    dueTries: 0,
    revision: 0,
    history: [{ at: now, by: SYSTEM, what: `Exchange for ${orderLabel(String(order._id), order.orderNumber)}` }],
    createdAt: now,
    outbox: [],
  };
}

/** The quote of units of a line: all amounts are their share, so that both orders add up to the paid one. */
function partOf(line: QuotedLine, before: number, units: number): QuotedLine {
  const { refundPaise: paidPaise, roundOffPaise, ...taxes } = computeLineRefund(line, before, units);
  const shareOf = (paise: number): number =>
    Math.floor((paise * (before + units)) / line.quantity) - Math.floor((paise * before) / line.quantity);
  const grossPaise = line.unitPaise * units;
  const shippingPaise = shareOf(line.shippingPaise);
  const codFeePaise = shareOf(line.codFeePaise);
  const netPaise = paidPaise - roundOffPaise - shippingPaise - codFeePaise;
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
