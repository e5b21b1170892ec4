import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput } from '@rangavalli/contracts/calls';
import type { Question, QuestionEntry } from '@rangavalli/contracts/entities/question';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isInserted } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage, type PageOf } from '@rangavalli/service-kit/database/paging';
import { createAuditEvent } from '@rangavalli/service-kit/events/audit';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { PRODUCT, type ProductRecord } from '../products/product.schema.js';
import { MAX_HELPFUL } from '../reviews/review.schema.js';
import { ANONYMOUS, shortName } from '../reviews/reviews.service.js';
import { QUESTION, type QuestionRecord } from './question.schema.js';

const PAGE_SIZE = 5;
/** Of one customer, without a reply. */
const MAX_WAITING = 5;
/** Each simultaneous request that fails leaves one slot fewer. */
const MAX_ATTEMPTS = 10;

type WaitingQuestion = Pick<QuestionRecord, '_id' | 'productId' | 'text' | 'slot'>;

/** Questions about products. Nothing of a customer is public before staff have read it and replied. */
@Injectable()
export class Questions {
  constructor(
    @InjectModel(QUESTION) private readonly questions: Model<QuestionRecord>,
    @InjectModel(PRODUCT) private readonly products: Model<ProductRecord>,
    private readonly outbox: Outbox,
  ) {
    outbox.register(questions);
  }

  /**
   * Returns its id; the same text again returns the first.
   * @throws AppError PRODUCT_NOT_FOUND, TOO_MANY_QUESTIONS, UNAVAILABLE
   */
  async create({ productId, text }: CallInput<'POST /questions'>['body'], author: Identity): Promise<string> {
    const textKey = hashText(productId, text);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const waiting = await this.questions
        .find({ userId: author.id, state: 'waiting' }, { productId: 1, text: 1, slot: 1 })
        .limit(MAX_WAITING)
        .lean<WaitingQuestion[]>();
      const repeated = waiting.find((one) => hashText(one.productId, one.text) === textKey);
      if (repeated) return repeated._id.toHexString();
      const slot = freeSlotOf(waiting);
      if (slot === undefined) throw new AppError('TOO_MANY_QUESTIONS');
      const product = await this.products
        .findOne({ _id: productId, deletedAt: null }, { name: 1 })
        .lean<Pick<ProductRecord, 'name'>>();
      if (!product) throw new AppError('PRODUCT_NOT_FOUND');
      const _id = new Types.ObjectId();
      const created = this.questions.create({
        _id,
        productId,
        productName: product.name,
        userId: author.id,
        author: shortName(author.name),
        text,
        textKey,
        slot,
        state: 'waiting',
        at: new Date(),
        helpful: [],
      });
      // A simultaneous request has the slot, or has stored the same text.
      if (await isInserted(created)) return _id.toHexString();
    }
    throw new AppError('UNAVAILABLE');
  }

  /** One page of what everybody may read. @throws AppError VALIDATION_FAILED for an invalid cursor */
  page({
    productId,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /questions'>['query']): Promise<PageOf<QuestionRecord>> {
    return findPage<QuestionRecord>(this.questions, { filter: { productId, state: 'published' }, limit, cursor });
  }

  /** @throws AppError VALIDATION_FAILED for an invalid cursor */
  pageForStaff({
    state,
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /questions/admin'>['query']): Promise<PageOf<QuestionRecord>> {
    return findPage<QuestionRecord>(this.questions, { filter: state ? { state } : {}, limit, cursor });
  }

  /** Returns how many customers found it helpful, each once. @throws AppError QUESTION_NOT_FOUND */
  async markHelpful(id: string, userId: string): Promise<number> {
    const found = await this.questions
      .findOneAndUpdate(
        { _id: id, state: 'published', [`helpful.${MAX_HELPFUL - 1}`]: { $exists: false } },
        { $addToSet: { helpful: userId } },
        { returnDocument: 'after' },
      )
      .lean<QuestionRecord>();
    const current = found ?? (await this.questions.findOne({ _id: id, state: 'published' }).lean<QuestionRecord>());
    if (!current) throw new AppError('QUESTION_NOT_FOUND');
    return current.helpful.length;
  }

  /** Publishes a question with its reply, or hides it. Idempotent. @throws AppError QUESTION_NOT_FOUND */
  async moderate(
    id: string,
    body: CallInput<'POST /questions/{id}/moderation'>['body'],
    by: Identity,
  ): Promise<QuestionRecord> {
    for (;;) {
      const current = await this.questions.findById(id).lean<QuestionRecord>();
      if (!current) throw new AppError('QUESTION_NOT_FOUND');
      const { productId, productName, userId } = current;
      const reply = body.state === 'published' ? body.reply : current.reply?.text;
      const isSameReply = reply === current.reply?.text;
      if (current.state === body.state && isSameReply) return current;
      const audit = createAuditEvent(by, {
        action: 'product.question',
        subject: 'product',
        subjectId: productId,
        label: productName,
        changes: [
          { field: 'question', from: current.state, to: body.state },
          { field: 'reply', from: current.reply?.text, to: reply },
        ],
      });
      // Only the first reply: later ones correct it.
      const replied = createEvent('catalog.question.replied', { questionId: id, productId, userId });
      const updated = await this.questions
        .findOneAndUpdate(
          { _id: id, state: current.state, 'reply.at': current.reply?.at ?? { $exists: false } },
          {
            $set: { state: body.state, ...(isSameReply ? {} : { reply: { text: reply, at: new Date() } }) },
            $push: { outbox: { $each: body.state === 'published' && !current.reply ? [replied, audit] : [audit] } },
          },
          { returnDocument: 'after' },
        )
        .lean<QuestionRecord>();
      if (!updated) continue;
      this.outbox.publishPending(this.questions, updated);
      return updated;
    }
  }

  /** Questions of a deleted account stay, without its name. */
  async anonymise(userId: string): Promise<void> {
    await this.questions.updateMany({ userId }, { $set: { author: ANONYMOUS } });
  }
}

/** Returns undefined when all are taken. Questions that were stored without a slot take the last ones. */
function freeSlotOf(waiting: readonly WaitingQuestion[]): number | undefined {
  const taken = new Set(waiting.map(({ slot }) => slot));
  const withoutSlot = waiting.filter(({ slot }) => slot === undefined).length;
  return Array.from({ length: MAX_WAITING - withoutSlot }, (_, slot) => slot).find((slot) => !taken.has(slot));
}

/** Short enough for an index; equal for texts that the database stores as the same. */
const hashText = (productId: string, text: string): string =>
  createHash('sha256').update(`${productId} ${text}`).digest('base64url');

export const toQuestion = ({ _id, productId, text, author, at, reply, helpful }: QuestionRecord): Question => ({
  id: _id.toHexString(),
  productId,
  text,
  author,
  at: at.toISOString(),
  ...(reply ? { reply: { text: reply.text, at: reply.at.toISOString() } } : {}),
  helpful: helpful.length,
});

export const toQuestionEntry = (record: QuestionRecord): QuestionEntry => ({
  ...toQuestion(record),
  state: record.state,
  productName: record.productName,
});
