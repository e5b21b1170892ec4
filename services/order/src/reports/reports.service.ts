import { Injectable } from '@nestjs/common';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import { formatPlaceOfSupply } from '@rangavalli/contracts/gst-states';
import { orderStatuses } from '@rangavalli/contracts/order-statuses';
import { AppError } from '@rangavalli/service-kit/app-error';
import { ID_INDEX } from '@rangavalli/service-kit/database/paging';
import { type QueryFilter, Types } from 'mongoose';
import { timesOfIndiaMonth } from '../invoices/financial-year.js';
import type { TaxDocumentRecord } from '../invoices/tax-document.schema.js';
import { TaxDocuments, toTaxDocument } from '../invoices/tax-documents.service.js';
import { orderIndexes, type OrderRecord } from '../store/order.schema.js';
import { transitions } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';
import { Gstr1 } from './gstr1.js';
import { MAX_ROWS, type ReportRow, type SheetSource } from './report-files.js';
import { formatReportDate, toRupees } from './report-values.js';

/** A payment may arrive late, but not later after the beginning of the checkout. */
const LATEST_PAYMENT_DAYS = 45;
const DAY_S = 86_400;
const BATCH = 200;
/** Ways to pay in the register beside those of Razorpay. */
const CASH = 'cash on delivery';
const STORE_CREDIT = 'store credit';
const UPI_PAYOUT = 'UPI payout';
const EXCHANGE = 'exchange';

/** Reads the reports of a month in IST. Rows are read while they are written. */
@Injectable()
export class Reports {
  constructor(
    private readonly documents: TaxDocuments,
    private readonly store: OrderStore,
  ) {}

  /** @throws AppError REPORT_TOO_LARGE */
  async gstr1(month: string): Promise<SheetSource[]> {
    const report = new Gstr1();
    for await (const records of inBatches(this.documentsOf(month))) {
      const totals = await this.totalsOfInvoices(records.filter(({ document }) => document.original));
      for (const record of records) report.add(toTaxDocument(record), totals.get(record.orderId));
      if (report.rowCount > MAX_ROWS) throw new AppError('REPORT_TOO_LARGE');
    }
    return report.sheets();
  }

  /** Credit notes are negative: the columns add up to the month's sales. */
  sales(month: string): SheetSource[] {
    return [
      {
        name: 'sales',
        columns: [
          'Date',
          'Number',
          'Document',
          'Against',
          'Order',
          'Customer',
          'GSTIN',
          'Place of supply',
          'Taxable value',
          'CGST',
          'SGST',
          'IGST',
          'Round off',
          'Total',
        ],
        rows: this.salesRows(month),
      },
    ];
  }

  payments(month: string): SheetSource[] {
    const columns = ['Date', 'Order', 'Payment', 'Method', 'Amount', 'Customer'];
    return [
      { name: 'received', columns, rows: this.receivedRows(month) },
      { name: 'refunded', columns, rows: this.refundedRows(month) },
    ];
  }

  private async *documentsOf(month: string): AsyncGenerator<TaxDocumentRecord> {
    yield* this.documents.model
      .find({ issuedAt: timesOfIndiaMonth(month) }, { outbox: 0 })
      .sort({ issuedAt: 1, _id: 1 })
      .lean<TaxDocumentRecord[]>()
      .cursor({ batchSize: BATCH }) as AsyncIterable<TaxDocumentRecord>;
  }

  /** Returns the totals of the invoices of these credit notes by order. */
  private async totalsOfInvoices(notes: readonly TaxDocumentRecord[]): Promise<Map<string, number>> {
    if (notes.length === 0) return new Map();
    const invoices = await this.documents.model
      .find(
        { cause: { $in: notes.map(({ orderId }) => `invoice:${orderId}`) } },
        { orderId: 1, 'document.totalPaise': 1 },
      )
      .limit(BATCH)
      .lean<TaxDocumentRecord[]>()
      .exec();
    return new Map(invoices.map(({ orderId, document }) => [orderId, document.totalPaise]));
  }

  private async *salesRows(month: string): AsyncGenerator<ReportRow> {
    for await (const record of this.documentsOf(month)) yield salesRow(toTaxDocument(record));
  }

  private async *receivedRows(month: string): AsyncGenerator<ReportRow> {
    const times = timesOfIndiaMonth(month);
    const range = {
      $gte: Types.ObjectId.createFromTime(times.$gte.getTime() / 1_000 - LATEST_PAYMENT_DAYS * DAY_S),
      $lt: Types.ObjectId.createFromTime(times.$lt.getTime() / 1_000),
    };
    for await (const order of this.orders({ _id: range, 'payment.capturedAt': times }, ID_INDEX))
      yield paymentRow(order, order.payment!.capturedAt, order.payment!);
    const collected: QueryFilter<OrderRecord> = {
      'cash.state': { $in: ['collected', 'remitted'] },
      'cash.collectedAt': times,
    };
    for await (const order of this.orders(collected, orderIndexes.collected)) {
      const { collectedAt, duePaise, remittance } = order.cash!;
      yield paymentRow(order, collectedAt!, { id: remittance?.reference ?? '', method: CASH, amountPaise: duePaise });
    }
    const spent = { phase: 'placed', orderedAt: times, creditPaise: { $gt: 0 } } as const;
    for await (const order of this.orders(spent, orderIndexes.placed)) {
      const method = order.cartKey.startsWith('exchange:') ? EXCHANGE : STORE_CREDIT;
      yield paymentRow(order, order.orderedAt!, { id: '', method, amountPaise: order.creditPaise! });
    }
  }

  private async *refundedRows(month: string): AsyncGenerator<ReportRow> {
    const times = timesOfIndiaMonth(month);
    const isOfMonth = (at: Date | undefined): at is Date => at !== undefined && at >= times.$gte && at < times.$lt;
    const start = Types.ObjectId.createFromTime(times.$gte.getTime() / 1_000 - LATEST_PAYMENT_DAYS * DAY_S);
    const end = Types.ObjectId.createFromTime(times.$lt.getTime() / 1_000);
    const { description: what } = transitions.completeRefund;
    const refunded = { history: { $elemMatch: { what, at: times } } };
    const alternatives: [QueryFilter<OrderRecord>, string][] = [
      [
        { status: { $in: [...orderStatuses] }, phase: 'placed', paymentState: 'refunded', ...refunded },
        orderIndexes.refunded,
      ],
      // Refunded without having been placed: soon after the payment.
      [{ phase: 'refunded', _id: { $gte: start, $lt: end }, ...refunded }, ID_INDEX],
    ];
    for (const [filter, index] of alternatives)
      for await (const order of this.orders(filter, index)) {
        const at = order.history.findLast((entry) => entry.what === what)?.at;
        const { payment } = order;
        if (payment && isOfMonth(at)) yield refundRow(order, at, payment, payment.amountPaise - returnedOnline(order));
      }
    const cancelled: QueryFilter<OrderRecord> = {
      phase: 'placed',
      status: 'Cancelled',
      _id: { $lt: end },
      creditPaise: { $gt: 0 },
      history: { $elemMatch: { to: 'Cancelled', at: times } },
    };
    for await (const order of this.orders(cancelled, orderIndexes.placedByStatus)) {
      const at = order.history.findLast(({ to }) => to === 'Cancelled')?.at;
      // Otherwise the cancellation of its last items is among the returns.
      const isWhole = !order.returns?.some(({ state }) => state === 'cancelled');
      if (isWhole && isOfMonth(at)) yield refundRow(order, at, { id: '', method: STORE_CREDIT }, order.creditPaise!);
    }
    yield* this.returnedRows(times, isOfMonth);
  }

  /** Refunds of accepted returns and cancelled items of the month, by how the customer got them. */
  private async *returnedRows(
    times: ReturnType<typeof timesOfIndiaMonth>,
    isOfMonth: (at: Date | undefined) => at is Date,
  ): AsyncGenerator<ReportRow> {
    const filter: QueryFilter<OrderRecord> = {
      // One bound: an index of an array has both only within `$elemMatch`, which DocumentDB finds without an index.
      'returns.decidedAt': { $gte: times.$gte },
      returns: { $elemMatch: { state: { $in: ['completed', 'cancelled'] }, decidedAt: times } },
    };
    for await (const order of this.orders(filter, orderIndexes.decidedReturns))
      for (const { id, state, decidedAt, ...paise } of order.returns ?? []) {
        if ((state !== 'completed' && state !== 'cancelled') || !isOfMonth(decidedAt)) continue;
        const parts: [Pick<PaymentRecord, 'id' | 'method'>, number | undefined][] = [
          [order.payment ?? { id: '', method: '' }, paise.onlinePaise],
          [{ id, method: UPI_PAYOUT }, paise.payoutPaise],
          [{ id, method: STORE_CREDIT }, paise.creditPaise],
          [{ id, method: EXCHANGE }, paise.exchangePaise],
        ];
        for (const [how, amountPaise] of parts) if (amountPaise) yield refundRow(order, decidedAt, how, amountPaise);
      }
  }

  private orders(filter: QueryFilter<OrderRecord>, index: string): AsyncIterable<OrderRecord> {
    return this.store.model
      .find(filter, fieldsOfPayments)
      .hint(index)
      .lean<OrderRecord[]>()
      .cursor({ batchSize: BATCH }) as AsyncIterable<OrderRecord>;
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function salesRow(document: TaxDocument): ReportRow {
  const { kind, number, issuedAt, original, orderNumber, buyer, placeOfSupply } = document;
  const sign = kind === 'credit_note' ? -1 : 1;
  const signed = (paise: number): number => toRupees(paise === 0 ? 0 : sign * paise);
  return [
    formatReportDate(issuedAt),
    number,
    kind === 'credit_note' ? 'Credit note' : 'Invoice',
    original?.number ?? '',
    orderNumber,
    buyer.name,
    buyer.gstin ?? '',
    formatPlaceOfSupply(placeOfSupply),
    signed(document.taxablePaise),
    signed(document.cgstPaise),
    signed(document.sgstPaise),
    signed(document.igstPaise),
    signed(document.roundOffPaise),
    signed(document.totalPaise),
  ];
}

const fieldsOfPayments = {
  orderNumber: 1,
  payment: 1,
  customer: 1,
  billing: 1,
  history: 1,
  cash: 1,
  creditPaise: 1,
  orderedAt: 1,
  cartKey: 1,
  returns: 1,
} as const;

type PaymentRecord = NonNullable<OrderRecord['payment']>;

/** @param how with the id of the payment, the reference of the remittance or the id of the return */
const paymentRow = (
  { _id, orderNumber, customer, billing }: OrderRecord,
  at: Date,
  { id, method, amountPaise }: Pick<PaymentRecord, 'id' | 'method' | 'amountPaise'>,
): ReportRow => [
  formatReportDate(at),
  orderNumber,
  id,
  method,
  toRupees(amountPaise),
  billing?.fullName ?? customer.name,
];

const refundRow = (
  order: OrderRecord,
  at: Date,
  { id, method }: Pick<PaymentRecord, 'id' | 'method'>,
  amountPaise: number,
): ReportRow => paymentRow(order, at, { id, method, amountPaise: -amountPaise });

/** Of a payment; the rest is refunded with a later cancellation. */
const returnedOnline = ({ returns = [] }: OrderRecord): number =>
  returns.reduce((sum, { onlinePaise = 0 }) => sum + onlinePaise, 0);
