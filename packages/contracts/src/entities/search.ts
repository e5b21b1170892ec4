import { z } from 'zod';
import { objectId } from '../primitives.js';
import { interpretedPart } from './product-query.js';

export const MAX_SYNONYM_FAMILIES = 300;
const MAX_FAMILY_WORDS = 20;
const MAX_SYNONYM_LENGTH = 60;

const synonym = z
  .string()
  .trim()
  .min(2, 'Enter at least 2 characters.')
  .max(MAX_SYNONYM_LENGTH)
  .regex(/\p{L}/u, 'Enter at least one word.')
  .regex(/^[\p{L}\p{M}\p{N}\s.'’-]+$/u, 'Use words, digits, spaces, hyphens and apostrophes only.');

/** Words or phrases that mean the same in searches, in any script. Each once, whatever its case. */
export const synonymWords = z
  .array(synonym)
  .max(MAX_FAMILY_WORDS)
  .transform((words) => {
    const folded = words.map((word) => word.toLowerCase());
    return words.filter((_word, at) => folded.indexOf(folded[at] as string) === at);
  })
  .refine((words) => words.length > 1, 'at least 2 different words');

export const synonymFamily = z.object({ id: objectId, words: z.array(z.string()) }).meta({ id: 'SynonymFamily' });
export type SynonymFamily = z.infer<typeof synonymFamily>;

/** What a text is read as and what it finds. */
export const searchPreview = z
  .object({
    interpreted: z.array(interpretedPart),
    total: z.int().min(0),
    didYouMean: z.string().optional(),
    products: z.array(z.object({ _id: objectId, name: z.string() })),
  })
  .meta({ id: 'SearchPreview' });

/** A text that shoppers searched for. Contains nothing about them. */
export const searchTerm = z
  .object({
    /** Folded: lower case, single spaces. */
    text: z.string(),
    searches: z.int().min(1),
    /** Products that it finds now. */
    results: z.int().min(0),
    /** In IST. */
    lastDay: z.iso.date(),
  })
  .meta({ id: 'SearchTerm' });
export type SearchTerm = z.infer<typeof searchTerm>;
