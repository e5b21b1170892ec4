import { Injectable } from '@nestjs/common';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { findPage } from '@rangavalli/service-kit/database/paging';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { createOrderInvoiced } from '../events/order-events.js';
import { Shop } from '../shop/shop-settings.service.js';
import { cancelledUnits, getLine, wasDispatched } from '../returns/return-rules.js';
import type { ReturnRecord } from '../returns/return.schema.js';
import { CANCELLED, type OrderRecord } from '../store/order.schema.js';
import { transitions } from '../store/order-state.js';
import { OrderStore } from '../store/order.store.js';
import { creditNoteContent, invoiceContent, type QuotedOrder } from './document-content.js';
import { timesOfIndiaMonth } from './financial-year.js';
import type { TaxDocumentRecord } from './tax-document.schema.js';
import { TaxDocuments, toTaxDocument } from './tax-documents.service.js';

const PAGE_SIZE = 50;
const RETURNED = 'Goods returned';
const CANCELLED_ITEMS = 'Items cancelled';

/** Issues invoices at dispatch, and credit notes when an invoiced order is cancelled or refunded. */
@Injectable()
export class Invoices {
  constructor(
    private readonly store: OrderStore,
    private readonly documents: TaxDocuments,
    private readonly shop: Shop,
  ) {}

  /** Issues what an order in its present state must have. Idempotent. */
  async issueDocuments(order: OrderRecord): Promise<void> {
    if (order.phase !== 'placed' || !isQuoted(order)) return;
    const isCancelled = order.status === 'Cancelled';
    // A refund of the advance alone, in Razorpay's dashboard, takes no goods back.
    const isRefunded = order.paymentState === 'refunded' && order.payment?.amountPaise === order.totalPaise;
    if (!wasDispatched(order) && !isCancelled && !isRefunded) return;
    const invoice = await this.findDueInvoice(order);
    if (!invoice) return;
    // Each of its cancellations has a credit note.
    if (isCancelled && order.returns?.some(({ state }) => state === 'cancelled')) return;
    if (isCancelled) await this.creditRest(order, invoice, CANCELLED);
    else if (isRefunded) await this.creditRest(order, invoice, transitions.completeRefund.description);
  }

  /**
   * Returns an order's invoice or one of its credit notes. Issues it first when the event of the dispatch has not been
   * processed yet.
   * @param reference an id or an order number
   * @throws AppError ORDER_NOT_FOUND, also for other customers' orders; ORDER_NUMBER_INVALID; INVOICE_NOT_ISSUED
   */
  async get(
    reference: string,
    creditNote: number | undefined,
    caller: Identity,
  ): Promise<{ invoice: TaxDocument; creditNotes: number }> {
    const order = await this.store.findByReference(reference);
    if (order?.phase !== 'placed' || (order.userId !== caller.id && !hasPermission(caller.role, 'orders.read')))
      throw new AppError('ORDER_NOT_FOUND');
    await this.issueDocuments(order);
    const documents = await this.documents.findOfOrder(String(order._id));
    const record = documents[creditNote ?? 0];
    if (!record) throw new AppError('INVOICE_NOT_ISSUED');
    return { invoice: toTaxDocument(record), creditNotes: documents.length - 1 };
  }

  /** Returns the invoice of an order. @throws AppError ORDER_NOT_FOUND, INVOICE_NOT_ISSUED */
  async getIssued(orderId: string): Promise<TaxDocument> {
    const order = await this.store.findById(orderId);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    await this.issueDocuments(order);
    const record = await this.findInvoice(order);
    if (!record) throw new AppError('INVOICE_NOT_ISSUED');
    return toTaxDocument(record);
  }

  /** Returns one page of the documents of a month (IST) or of all, newest first. */
  async page({
    month,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /invoices'>['query']): Promise<Omit<CallResponse<'GET /invoices'>, 'success'>> {
    const { items, ...pageInfo } = await findPage<TaxDocumentRecord>(this.documents.model, {
      filter: { issuedAt: month ? timesOfIndiaMonth(month) : { $gt: new Date(0) } },
      sort: { issuedAt: -1, _id: -1 },
      index: 'issuedAt_-1__id_-1',
      limit,
      cursor,
    });
    return { invoices: items.map(toRow), ...pageInfo };
  }

  /** Returns null before the dispatch. The history is bounded: once it has lost the dispatch, the invoice proves it. */
  private findDueInvoice(order: QuotedOrder): Promise<TaxDocumentRecord | null> {
    return wasDispatched(order) ? this.issueInvoice(order) : this.findInvoice(order);
  }

  private findInvoice(order: OrderRecord): Promise<TaxDocumentRecord | null> {
    return this.documents.findByCause(invoiceCauseOf(order));
  }

  private async issueInvoice(order: QuotedOrder): Promise<TaxDocumentRecord> {
    const existing = await this.findInvoice(order);
    if (existing) return existing;
    const shop = await this.shop.settings();
    const content = invoiceContent(order, shop);
    return this.documents.issue({
      kind: 'invoice',
      orderId: String(order._id),
      cause: invoiceCauseOf(order),
      prefix: shop.invoicePrefix,
      content,
      createEvents: (number, issuedAt) => [createOrderInvoiced(order, number, issuedAt, content.totalPaise)],
    });
  }

  /** Issues the credit note of accepted or cancelled goods, once. Goods that are on no invoice have none. */
  async creditReturn(order: OrderRecord, record: ReturnRecord): Promise<void> {
    if (!isQuoted(order)) return;
    const invoice = await this.findDueInvoice(order);
    if (!invoice || !isInvoiced(order, record, invoice)) return;
    const { id, state, lines } = record;
    const credited = lines
      .filter(({ accepted }) => accepted)
      .map(({ lineId, accepted = 0, acceptedBefore = 0 }) => ({
        lineId,
        alreadyCredited: acceptedBefore,
        units: accepted,
      }));
    await this.documents.issue({
      kind: 'credit_note',
      orderId: String(order._id),
      cause: `return:${id}`,
      prefix: (await this.shop.settings()).creditNotePrefix,
      content: creditNoteContent(
        order,
        toTaxDocument(invoice),
        credited,
        state === 'cancelled' ? CANCELLED_ITEMS : RETURNED,
      ),
    });
  }

  /** Each credit note has a place of its own, so that two processes never credit the same units. */
  private async creditRest(order: QuotedOrder, invoice: TaxDocumentRecord, reason: string): Promise<void> {
    const orderId = String(order._id);
    for (;;) {
      const notes = (await this.documents.findOfOrder(orderId)).filter(({ kind }) => kind === 'credit_note');
      const rest = order.lines
        .map(({ lineId, quantity }) => {
          const alreadyCredited = notes
            .flatMap(({ document }) => document.lines)
            .reduce(
              (units, credited) => units + (credited.lineId === lineId ? credited.quantity : 0),
              quantity - invoicedUnits(invoice, lineId),
            );
          return { lineId, alreadyCredited, units: quantity - alreadyCredited };
        })
        .filter(({ units }) => units > 0);
      if (rest.length === 0) return;
      await this.documents.issue({
        kind: 'credit_note',
        orderId,
        cause: `credit:${orderId}:${notes.length + 1}`,
        prefix: (await this.shop.settings()).creditNotePrefix,
        content: creditNoteContent(order, toTaxDocument(invoice), rest, reason),
      });
    }
  }
}

const invoiceCauseOf = ({ _id }: OrderRecord): string => `invoice:${String(_id)}`;

const invoicedUnits = ({ document: { lines } }: TaxDocumentRecord, lineId: string): number =>
  lines.reduce((units, line) => units + (line.lineId === lineId ? line.quantity : 0), 0);

/** `isBeforeInvoice` is also true after a bounded history has lost the dispatch: the invoice decides then. */
function isInvoiced(
  order: OrderRecord,
  { id, isBeforeInvoice, lines }: ReturnRecord,
  invoice: TaxDocumentRecord,
): boolean {
  if (!isBeforeInvoice) return true;
  const { returns = [] } = order;
  const untilThis = { returns: returns.slice(0, returns.findIndex((one) => one.id === id) + 1) };
  return lines.some(({ lineId }) => {
    const cancelled = cancelledUnits(untilThis, lineId, (one) => one.isBeforeInvoice ?? false);
    return cancelled + invoicedUnits(invoice, lineId) > getLine(order, lineId).line.quantity;
  });
}

const isQuoted = (order: OrderRecord): order is QuotedOrder => order.quote !== undefined;

const toRow = ({
  kind,
  issuedAt,
  orderId,
  document: { number, orderNumber, totalPaise, buyer },
}: TaxDocumentRecord): CallResponse<'GET /invoices'>['invoices'][number] => ({
  kind,
  number,
  issuedAt: issuedAt.toISOString(),
  orderId,
  orderNumber,
  totalPaise,
  buyerName: buyer.name,
  ...(buyer.gstin ? { buyerGstin: buyer.gstin } : {}),
});
