import type { TaxDocument } from '@rangavalli/contracts/entities/invoice';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const TAX_DOCUMENT = 'TaxDocument';

/** Instants are dates here, so that months are ranges of an index. */
export interface TaxDocumentRecord extends OutboxFields {
  _id: Types.ObjectId;
  kind: TaxDocument['kind'];
  /** `2627` */
  year: string;
  /** Begins with 1 in each financial year; exists only with its document, so that none is skipped. */
  sequence: number;
  /** What the document is for; one document each. */
  cause: string;
  orderId: string;
  issuedAt: Date;
  /** What is printed. Never updated. */
  document: Omit<TaxDocument, 'kind' | 'issuedAt' | 'orderId'>;
}

export const taxDocumentSchema = new Schema<TaxDocumentRecord>(
  {
    kind: { type: String, required: true },
    year: { type: String, required: true },
    sequence: { type: Number, required: true, min: 1 },
    cause: { type: String, required: true },
    orderId: { type: String, required: true },
    issuedAt: { type: Date, required: true },
    document: { type: Object, required: true },
    ...outboxField,
  },
  { collection: 'tax_documents', versionKey: false, minimize: false, strict: 'throw' },
);
taxDocumentSchema.index({ kind: 1, year: 1, sequence: 1 }, { unique: true });
taxDocumentSchema.index({ cause: 1 }, { unique: true });
taxDocumentSchema.index({ orderId: 1 });
taxDocumentSchema.index({ issuedAt: -1, _id: -1 });
taxDocumentSchema.index(...outboxIndex);
