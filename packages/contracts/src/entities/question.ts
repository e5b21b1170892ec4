import { z } from 'zod';
import { instant, line, objectId, pageQuery, paragraph } from '../primitives.js';

/** `waiting`: without a reply, for the shop only. */
export const questionState = z.enum(['waiting', 'published', 'hidden']);
export type QuestionState = z.infer<typeof questionState>;

export const newQuestion = z
  .object({
    productId: objectId,
    text: paragraph(500).pipe(z.string().min(10, 'Please write at least 10 characters.')),
  })
  .meta({ id: 'NewQuestion' });

/** What everybody sees: a question and the shop's reply. */
export const question = z
  .object({
    id: objectId,
    productId: objectId,
    text: z.string(),
    /** First name and initial. */
    author: z.string(),
    at: instant,
    reply: z.object({ text: z.string(), at: instant }).optional(),
    /** Customers who found it helpful. */
    helpful: z.int().min(0),
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof question>;

/** What staff see. */
export const questionEntry = question
  .extend({ state: questionState, productName: z.string() })
  .meta({ id: 'QuestionEntry' });
export type QuestionEntry = z.infer<typeof questionEntry>;

export const questionsQuery = pageQuery.extend({ productId: objectId });
export const questionEntriesQuery = pageQuery.extend({ state: questionState.optional() });
/** Published with its reply. */
export const questionModeration = z.discriminatedUnion('state', [
  z.object({ state: z.literal('published'), reply: line(1_000) }),
  z.object({ state: z.literal('hidden') }),
]);
