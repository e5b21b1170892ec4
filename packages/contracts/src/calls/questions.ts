import { z } from 'zod';
import { defineCalls } from '../call.js';
import {
  newQuestion,
  question,
  questionEntriesQuery,
  questionEntry,
  questionModeration,
  questionsQuery,
} from '../entities/question.js';
import { done, objectId, ok, pageInfo } from '../primitives.js';

const one = z.object({ id: objectId });

/** Questions about products, with the shop's replies. Served by the catalog service. */
export const questionCalls = defineCalls('catalog', {
  'GET /questions': {
    summary: 'List the published questions about a product with their replies, the newest first',
    access: 'public',
    limit: 'general',
    query: questionsQuery,
    response: ok.extend({ questions: z.array(question), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /questions': {
    summary: 'Send a question about a product. It appears with the reply; a repeated one is stored once',
    access: 'customer',
    idempotent: true,
    body: newQuestion,
    response: done.extend({ id: objectId }),
    errors: ['VALIDATION_FAILED', 'PRODUCT_NOT_FOUND', 'TOO_MANY_QUESTIONS', 'UNAVAILABLE'],
  },
  'POST /questions/{id}/helpful': {
    summary: 'Mark a reply as helpful. Once per customer',
    access: 'customer',
    idempotent: true,
    params: one,
    response: ok.extend({ helpful: z.int().min(0) }),
    errors: ['VALIDATION_FAILED', 'QUESTION_NOT_FOUND'],
  },
  'GET /questions/admin': {
    summary: 'List the questions about all products, the newest first',
    access: 'products.write',
    query: questionEntriesQuery,
    response: ok.extend({ questions: z.array(questionEntry), ...pageInfo }),
    errors: ['VALIDATION_FAILED'],
  },
  'POST /questions/{id}/moderation': {
    summary: 'Reply to a question and publish both, or hide it. Idempotent',
    access: 'products.write',
    idempotent: true,
    params: one,
    body: questionModeration,
    response: done.extend({ question: questionEntry }),
    errors: ['VALIDATION_FAILED', 'QUESTION_NOT_FOUND'],
  },
});
