import type { z } from 'zod';
import { jsonSchemaOf } from './json-schema.js';

/** A schema or another value that a module of the contracts exports, or that is in an object which it exports. */
export interface Exported {
  /** What contracts show of a schema, as JSON; absent for other values. */
  schema?: string;
  /** All of it: the code of refinements, transforms and functions, too. */
  content: string;
}

/** Returns what a module exports by its path, as `userCalls.POST /users/login.body`; undefined for a missing module. */
export async function exportsOf(module: string): Promise<Record<string, Exported> | undefined> {
  const found: Record<string, Exported> = {};
  try {
    collect(await import(`@rangavalli/contracts/${module}`), '', found);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  return found;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSchema = (value: object): value is z.ZodType => '_zod' in value;

function collect(value: unknown, at: string, into: Record<string, Exported>): void {
  if (!isObject(value) || Array.isArray(value) || value instanceof RegExp)
    into[at] = { content: contentOf(value, new Set()) };
  else if (isSchema(value))
    into[at] = {
      schema: JSON.stringify([jsonSchemaOf(value, 'input'), jsonSchemaOf(value, 'output')]),
      content: contentOf(value, new Set()),
    };
  else for (const [name, one] of Object.entries(value)) collect(one, at ? `${at}.${name}` : name, into);
}

/** @param above objects that contain the value, which a recursive schema refers to */
function contentOf(value: unknown, above: ReadonlySet<object>): string {
  if (!isObject(value)) return String(value);
  if (value instanceof RegExp) return String(value);
  if (above.has(value)) return 'recursive';
  const inside = new Set(above).add(value);
  const content = '_zod' in value ? (value as z.ZodType)._zod.def : value;
  const parts = Object.entries(content).map(([name, one]) => `${name}: ${contentOf(one, inside)}`);
  return `{${parts.join()}}`;
}
