import type { SynonymFamily } from '@rangavalli/contracts/entities/search';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const SYNONYMS = 'Synonyms';

/** One document, so that no word is ever in two families (rule 6). Missing until staff add the first one. */
export interface SynonymsRecord extends OutboxFields {
  _id: string;
  families: SynonymFamily[];
  /** Incremented by every change. */
  revision: number;
}

export const synonymsSchema = new Schema<SynonymsRecord>(
  {
    _id: { type: String, required: true },
    families: [{ _id: false, id: { type: String, required: true }, words: [String] }],
    revision: { type: Number, required: true },
    ...outboxField,
  },
  { collection: 'search_synonyms', versionKey: false },
);
synonymsSchema.index(...outboxIndex);
