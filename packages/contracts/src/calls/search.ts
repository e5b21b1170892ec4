import { z } from 'zod';
import { defineCalls } from '../call.js';
import { searchPreview, searchTerm, synonymFamily, synonymWords } from '../entities/search.js';
import { done, objectId, ok } from '../primitives.js';

const id = z.object({ id: objectId });
const changed = done.extend({ family: synonymFamily });

/** What staff see and edit of the search of the shop. */
export const searchCalls = defineCalls('catalog', {
  'GET /search/synonyms': {
    summary: 'List the families of words that mean the same in searches, beside the built-in ones',
    access: 'products.write',
    response: ok.extend({ families: z.array(synonymFamily) }),
  },
  'POST /search/synonyms': {
    summary: 'Add a family of words that mean the same; it takes effect at once',
    access: 'products.write',
    status: 201,
    body: z.object({ words: synonymWords }),
    response: changed,
    errors: ['VALIDATION_FAILED', 'SYNONYM_IN_USE', 'SYNONYM_CONFLICT', 'SYNONYM_LIMIT'],
  },
  'PUT /search/synonyms/{id}': {
    summary: 'Replace the words of a family',
    access: 'products.write',
    params: id,
    body: z.object({ words: synonymWords }),
    response: changed,
    errors: ['VALIDATION_FAILED', 'SYNONYM_NOT_FOUND', 'SYNONYM_IN_USE', 'SYNONYM_CONFLICT'],
  },
  'DELETE /search/synonyms/{id}': {
    summary: 'Delete a family',
    access: 'products.write',
    params: id,
    response: done,
    errors: ['SYNONYM_NOT_FOUND'],
  },
  'POST /search/preview': {
    summary: 'Show what a text is read as and finds, with the words of a family as they are edited',
    access: 'products.write',
    idempotent: true,
    body: z.object({
      q: z.string().trim().min(1).max(120),
      /** Missing: the families as they are stored. */
      words: synonymWords.optional(),
      /** The family that the words replace; missing for a new one. */
      familyId: objectId.optional(),
    }),
    response: ok.extend({ preview: searchPreview }),
    errors: ['VALIDATION_FAILED'],
  },
  'GET /search/terms': {
    summary: 'List what shoppers searched for, most frequent first, with the products that it finds now',
    access: 'products.write',
    query: z.object({
      days: z.coerce.number().int().min(1).max(90).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
      /** Only texts that find no product. */
      withoutResults: z.enum(['true', 'false']).optional(),
    }),
    response: ok.extend({ terms: z.array(searchTerm) }),
    errors: ['VALIDATION_FAILED'],
  },
});
