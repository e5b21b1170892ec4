import { z } from 'zod';
import type { JsonSchema } from './slice-contract.js';

/** Marks what a JSON schema can't express, such as a function among a fragment's props: it fits only the same. */
export const OPAQUE = 'x-opaque';

/** Without registered ids no schema becomes a reference. */
const nameless = z.registry<{ id?: string }>();

/**
 * Returns the JSON schema of what is sent. `input` is what a receiver understands and a caller may send; `output` is
 * what a sender sends, with defaults. Refinements and the results of transforms are not included.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    metadata: nameless,
    unrepresentable: 'any',
    io,
    override: (context) => addDetails(context, io),
  });
  return json;
}

function addDetails(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: 'input' | 'output',
): void {
  const { def } = zodSchema._zod;
  if (def.type === 'custom' || def.type === 'function') jsonSchema[OPAQUE] = 'function';
  // Of two piped string checks zod emits only one.
  if (def.type === 'pipe' && def.in._zod.def.type === 'string' && def.out._zod.def.type === 'string') {
    Object.assign(jsonSchema, ...[def.in, def.out].map((half) => jsonSchemaOf(half as z.ZodType, io)));
  }
  // Zod removes unknown fields and closes the schema; receivers of the response are not that strict.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
