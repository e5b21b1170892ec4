import { Injectable } from '@nestjs/common';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import { formatPlaceOfSupply } from '@rangavalli/contracts/gst-states';
import { orderLabel } from '@rangavalli/contracts/order-number';
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
    for await (const record of this.documentsOf(month)) {
      const document = toTaxDocument(record);
      report.add(document, document.original ? await this.totalOfInvoice(record.orderId) : undefined);
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

  private async totalOfInvoice(orderId: string): Promise<number | undefined> {
    return (await this.documents.findByCause(`invoice:${orderId}`))?.document.totalPaise;
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
      yield paymentRow(order, order.payment!.capturedAt, 1);
  }

  private async *refundedRows(month: string): AsyncGenerator<ReportRow> {
    const times = timesOfIndiaMonth(month);
    const isOfMonth = (at: Date): boolean => at >= times.$gte && at < times.$lt;
    const start = Types.ObjectId.createFromTime(times.$gte.getTime() / 1_000 - LATEST_PAYMENT_DAYS * DAY_S);
    const alternatives: [QueryFilter<OrderRecord>, string][] = [
      [{ status: { $in: [...orderStatuses] }, phase: 'placed', paymentState: 'refunded' }, orderIndexes.refunded],
      // Refunded without having been placed: soon after the payment.
      [{ phase: 'refunded', _id: { $gte: start } }, ID_INDEX],
    ];
    for (const [filter, index] of alternatives)
      for await (const order of this.orders(filter, index)) {
        const at = order.history.findLast(({ what }) => what === transitions.completeRefund.description)?.at;
        if (order.payment && at && isOfMonth(at)) yield paymentRow(order, at, -1);
      }
  }

  private orders(filter: QueryFilter<OrderRecord>, index: string): AsyncIterable<OrderRecord> {
    return this.store.model
      .find(filter, { orderNumber: 1, payment: 1, customer: 1, billing: 1, history: 1 })
      .hint(index)
      .lean<OrderRecord[]>()
      .cursor({ batchSize: BATCH }) as AsyncIterable<OrderRecord>;
  }
}

function salesRow(document: TaxDocument): ReportRow {
  const { kind, number, issuedAt, original, orderId, orderNumber, buyer, placeOfSupply } = document;
  const sign = kind === 'credit_note' ? -1 : 1;
  const signed = (paise: number): number => toRupees(paise === 0 ? 0 : sign * paise);
  return [
    formatReportDate(issuedAt),
    number,
    kind === 'credit_note' ? 'Credit note' : 'Invoice',
    original?.number ?? '',
    orderLabel(orderId, orderNumber),
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

const paymentRow = (
  { _id, orderNumber, payment, customer, billing }: OrderRecord,
  at: Date,
  sign: 1 | -1,
): ReportRow => [
  formatReportDate(at),
  orderLabel(String(_id), orderNumber),
  payment?.id ?? '',
  payment?.method ?? '',
  toRupees(sign * (payment?.amountPaise ?? 0)),
  billing?.fullName ?? customer.name,
];
