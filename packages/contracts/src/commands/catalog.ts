import { z } from 'zod';
import { category } from '../entities/product.js';
import { questionEntry } from '../entities/question.js';
import { reviewEntry } from '../entities/review.js';
import { instant, objectId, orderNumber, paise } from '../primitives.js';
import { stockLine, heldLine, catalogProduct } from './lines.js';

const hold = z.object({
  holdId: z.string(),
  orderId: objectId,
  /** For logs and traces. */
  orderNumber: orderNumber.optional(),
  lines: z.array(stockLine).min(1),
});

/** Different texts in one batch of counted searches. */
export const MAX_SEARCH_BATCH = 500;

const evidenceKind = z.enum(['photo', 'video']);
const evidenceFile = z.object({ public_id: z.string(), url: z.string() });

/** Requests to catalog. */
export const catalogCommands = {
  'rpc.catalog.products.get': {
    request: z.object({ ids: z.array(objectId).max(500) }),
    reply: z.object({
      products: z.array(catalogProduct),
    }),
  },
  /** The products that an offer is for, newest first, without categories and tags all. */
  'rpc.catalog.products.find': {
    request: z.object({
      categories: z.array(category).max(20),
      tags: z.array(z.string()).max(30),
      limit: z.int().min(1).max(50),
    }),
    reply: z.object({ products: z.array(catalogProduct), total: z.int().min(0) }),
  },
  /** The greatest reduction by a sale of a product that can be bought now, in whole percent. */
  'rpc.catalog.sales.get': {
    request: z.object({}),
    reply: z.object({ maxPercent: z.int().min(0).max(100) }),
  },
  /** Signs one upload of a photo or video for a return. @see `rpc.catalog.evidence.find` */
  'rpc.catalog.evidence.sign': {
    request: z.object({ key: z.string().min(1).max(120), kind: evidenceKind, slot: z.int().min(0) }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  },
  /** Uploads of a return as the image host describes them; `VALIDATION_FAILED` for those not signed for it. */
  'rpc.catalog.evidence.find': {
    request: z.object({
      key: z.string().min(1).max(120),
      photos: z.array(z.string()).max(8),
      video: z.string().optional(),
    }),
    reply: z.object({ photos: z.array(evidenceFile), video: evidenceFile.optional() }),
  },
  /** What a gateway counted since its last batch. Idempotent by `batchId`. */
  'rpc.catalog.searches.record': {
    request: z.object({
      batchId: z.uuid(),
      searches: z.array(z.object({ text: z.string().max(200), count: z.int().min(1) })).max(MAX_SEARCH_BATCH),
    }),
    reply: z.object({ outcome: z.literal('recorded') }),
  },
  /** All lines or none. `expectedPaise`, of all units, is compared first. */
  'rpc.catalog.stock.hold': {
    request: hold.extend({ expectedPaise: paise.optional(), expiresAt: instant }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('held'), lines: z.array(heldLine), totalPaise: paise }),
      z.object({ outcome: z.literal('total_changed'), totalPaise: paise }),
      z.object({
        outcome: z.literal('unavailable'),
        lines: z.array(stockLine.extend({ name: z.string().optional(), available: z.int().min(0) })),
      }),
    ]),
  },
  /** Leaves stock alone that was committed or released before. */
  'rpc.catalog.stock.release': {
    request: hold,
    reply: z.object({ outcome: z.literal('released') }),
  },
  /** All lines, or none (`gone`) when a line is no longer held; the rest is then released. */
  'rpc.catalog.stock.commit': {
    request: hold,
    reply: z.object({ outcome: z.enum(['sold', 'gone']) }),
  },
  /** One list per request, newest first. */
  'rpc.catalog.customer.export': {
    request: z.object({ userId: objectId, list: z.enum(['reviews', 'questions']), cursor: z.string().optional() }),
    reply: z.object({
      reviews: z.array(reviewEntry),
      questions: z.array(questionEntry),
      nextCursor: z.string().optional(),
    }),
  },
} as const;
