import { questionState, type QuestionState } from '@rangavalli/contracts/entities/question';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const QUESTION = 'Question';

export interface QuestionRecord extends OutboxFields {
  _id: Types.ObjectId;
  productId: string;
  productName: string;
  userId: string;
  author: string;
  text: string;
  /** Unique among the waiting questions of a customer: the key of product and text, and one of five slots. */
  textKey?: string;
  slot?: number;
  state: QuestionState;
  at: Date;
  reply?: { text: string; at: Date };
  /** Ids of customers. */
  helpful: string[];
}

const text = { type: String, required: true } as const;

export const questionSchema = new Schema<QuestionRecord>(
  {
    productId: text,
    productName: text,
    userId: text,
    author: text,
    text,
    textKey: String,
    slot: Number,
    state: { type: String, enum: questionState.options, required: true },
    at: { type: Date, required: true },
    reply: { type: new Schema({ text, at: { type: Date, required: true } }, { _id: false }) },
    helpful: [String],
    ...outboxField,
  },
  { collection: 'questions', versionKey: false, strict: 'throw' },
);
questionSchema.index({ productId: 1, state: 1, _id: -1 }, { name: 'of_product' });
questionSchema.index({ state: 1, _id: -1 }, { name: 'by_state' });
questionSchema.index({ userId: 1, state: 1 }, { name: 'of_customer' });
for (const field of ['textKey', 'slot'] as const)
  questionSchema.index(
    { userId: 1, [field]: 1 },
    {
      name: `waiting_${field}`,
      unique: true,
      partialFilterExpression: { state: 'waiting', [field]: { $exists: true } },
    },
  );
questionSchema.index(...outboxIndex);
