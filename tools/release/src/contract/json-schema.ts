import { z } from 'zod';
import type { JsonSchema } from './slice-contract.js';

/** Marks what no JSON schema can say, such as a function among a fragment's props: only the same fits it. */
export const OPAQUE = 'x-opaque';

/** Without the names that schemas have elsewhere nothing becomes a reference: each schema stands alone. */
const nameless = z.registry<{ id?: string }>();

/**
 * The JSON schema of what travels.
 * - `input`: before zod has read it: what a taker understands, and what an asker may send.
 * - `output`: after: what a giver sends, defaults filled in.
 *
 * Checks that are functions (`refine`) and what a transform makes are in no schema.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    metadata: nameless,
    unrepresentable: 'any',
    io,
    override: (context) => sayMore(context, io),
  });
  return json;
}

function sayMore(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: 'input' | 'output',
): void {
  const { def } = zodSchema._zod;
  if (def.type === 'custom' || def.type === 'function') jsonSchema[OPAQUE] = 'function';
  // Of a text that is checked twice (`email`: its length, then its form) zod tells one half only.
  if (def.type === 'pipe' && def.in._zod.def.type === 'string' && def.out._zod.def.type === 'string') {
    Object.assign(jsonSchema, ...[def.in, def.out].map((half) => jsonSchemaOf(half as z.ZodType, io)));
  }
  // Zod takes unknown fields out of what it has read and closes the schema; whoever takes the answer is not so strict.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
