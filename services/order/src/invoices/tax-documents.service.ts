import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import type { Envelope } from '@rangavalli/contracts/events';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import { type Model, Types } from 'mongoose';
import { financialYearOf } from './financial-year.js';
import { TAX_DOCUMENT, type TaxDocumentRecord } from './tax-document.schema.js';

const SEQUENCE_DIGITS = 6;
/** The invoice and its credit notes; each takes at least one unit back. */
const MAX_OF_ORDER = 1_000;

export interface NewDocument {
  kind: TaxDocument['kind'];
  orderId: string;
  /** What the document is for; it is issued once. */
  cause: string;
  /** Of the number. */
  prefix: string;
  content: Omit<TaxDocumentRecord['document'], 'number'>;
  /** Published once the document exists. */
  createEvents?: (number: string, issuedAt: Date) => Envelope[];
}

/**
 * Issues numbered documents. A number is allocated by the insert of its document, as the last one plus one, and a
 * unique index lets one of several processes have it: no crash leaves a gap, and no number exists twice.
 */
@Injectable()
export class TaxDocuments {
  /** One insert at a time per process: simultaneous ones would compete for the same number. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectModel(TAX_DOCUMENT) readonly model: Model<TaxDocumentRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.register(model);
  }

  /** Idempotent by cause: returns the document that exists. */
  issue(document: NewDocument): Promise<TaxDocumentRecord> {
    const issued = this.last.then(() => this.allocate(document));
    this.last = issued.catch(() => undefined);
    return issued;
  }

  findByCause(cause: string): Promise<TaxDocumentRecord | null> {
    return this.model.findOne({ cause }).lean<TaxDocumentRecord>().exec();
  }

  /** Returns the invoice, then its credit notes, oldest first. */
  async findOfOrder(orderId: string): Promise<TaxDocumentRecord[]> {
    const found = await this.model.find({ orderId }).limit(MAX_OF_ORDER).lean<TaxDocumentRecord[]>().exec();
    return found.toSorted(
      (one, other) =>
        Number(one.kind === 'credit_note') - Number(other.kind === 'credit_note') ||
        one.issuedAt.getTime() - other.issuedAt.getTime() ||
        one.sequence - other.sequence,
    );
  }

  private async allocate({
    kind,
    orderId,
    cause,
    prefix,
    content,
    createEvents,
  }: NewDocument): Promise<TaxDocumentRecord> {
    for (;;) {
      const existing = await this.findByCause(cause);
      if (existing) return existing;
      const now = new Date();
      const year = financialYearOf(now);
      const latest = await this.model.findOne({ kind, year }).sort({ sequence: -1 }).lean<TaxDocumentRecord>().exec();
      const sequence = (latest?.sequence ?? 0) + 1;
      // Clocks of processes differ a little: dates are in the order of the numbers.
      const issuedAt = latest && latest.issuedAt > now ? latest.issuedAt : now;
      const number = `${prefix}/${year}/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`;
      const record: TaxDocumentRecord = {
        _id: new Types.ObjectId(),
        kind,
        year,
        sequence,
        cause,
        orderId,
        issuedAt,
        document: { ...content, number },
        outbox: createEvents?.(number, issuedAt) ?? [],
      };
      try {
        await this.model.create(record);
      } catch (error) {
        // Another process has the number, or has issued this document.
        if (isDuplicateKeyError(error)) continue;
        throw error;
      }
      this.outbox.publishPending(this.model, record);
      return record;
    }
  }
}

export const toTaxDocument = ({ kind, orderId, issuedAt, document }: TaxDocumentRecord): TaxDocument => ({
  ...document,
  kind,
  orderId,
  issuedAt: issuedAt.toISOString(),
});
