import { readFileSync } from 'node:fs';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import type { FirstLoad } from './smoke-load.js';

/** Brotli bytes by slice and exposed module. */
const budgets = z.record(z.string(), z.record(z.string(), z.number().int().positive()));

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** @throws Refusal when a module loads more at once than `budgets.json` allows, or has no budget there */
export function checkBudget(slice: string, loads: FirstLoad, file = new URL('../../budgets.json', import.meta.url)): string {
  const allowed = budgets.parse(JSON.parse(readFileSync(file, 'utf8')))[slice] ?? {};
  const over = Object.entries(loads).flatMap(([exposed, bytes]) => {
    const limit = allowed[exposed];
    if (limit === undefined) return [`${exposed} has no budget: give it one in tools/release/budgets.json (it loads ${bytes} bytes)`];
    return bytes > limit ? [`${exposed} loads ${kb(bytes)} (brotli) at once, its budget is ${kb(limit)}`] : [];
  });
  if (over.length > 0) throw new Refusal(`${slice} is over its budget:\n${over.map((line) => `  ${line}`).join('\n')}`);
  return Object.entries(loads).map(([exposed, bytes]) => `${exposed} ${kb(bytes)}`).join(', ');
}
