import { readFileSync } from 'node:fs';
import { Refusal } from '../command/report.js';
import type { SourceModule } from './built.js';
import { type Loads, weigh, type Weight } from './weight.js';

/** Bytes after brotli. */
interface Budgets {
  /** By slice and part, or combination of parts: `AddToCart + CartBadge`. */
  slices: Record<string, Record<string, Weight>>;
  pages: Record<string, { js: number; loads: Record<string, string> }>;
}

const BUDGETS = new URL('../../budgets.json', import.meta.url);
const BUDGETS_PATH = 'packages/build-kit/budgets.json';

export interface BudgetOptions {
  file?: URL;
  largest?: (files: readonly string[]) => readonly SourceModule[];
}

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
const SEPARATOR = ' + ';

function readBudgets(file: URL): Budgets {
  return JSON.parse(readFileSync(file, 'utf8')) as Budgets;
}

/** @returns bytes of JS after brotli @throws Error for a page without a budget */
export function pageBudget(page: string): number {
  const budget = readBudgets(BUDGETS).pages[page];
  if (!budget) throw new Error(`${page} has no budget in ${BUDGETS_PATH}.`);
  return budget.js;
}

export function pageBudgetErrors(file = BUDGETS): string[] {
  const { slices, pages } = readBudgets(file);
  return Object.entries(pages).flatMap(([page, { js, loads }]) => {
    const parts = Object.entries(loads).map(([slice, part]) => ({
      name: `${slice} ${part}`,
      js: slices[slice]?.[part]?.js,
    }));
    const unknown = parts.filter((part) => part.js === undefined);
    if (unknown.length > 0) return [`${page} loads ${unknown.map(({ name }) => name).join(', ')}, which has no budget`];
    const sum = parts.reduce((all, part) => all + (part.js ?? 0), 0);
    return sum > js
      ? [
          `${page} has a budget of ${kb(js)} of JS, its parts ${kb(sum)}: ${parts.map((part) => `${part.name} ${kb(part.js ?? 0)}`).join(', ')}`,
        ]
      : [];
  });
}

/** Returns the sizes of a slice's parts as text. @throws Refusal for parts over budget */
export function checkBudget(
  slice: string,
  loads: Loads,
  folder: string,
  { file = BUDGETS, largest = () => [] }: BudgetOptions = {},
): string {
  const budgets = readBudgets(file).slices[slice] ?? {};
  const combinations = Object.keys(budgets).filter(
    (part) => part.includes(SEPARATOR) && part.split(SEPARATOR).every((name) => name in loads),
  );
  const all: Loads = {
    ...loads,
    ...Object.fromEntries(
      combinations.map((part) => [part, part.split(SEPARATOR).flatMap((name) => loads[name] ?? [])]),
    ),
  };
  const weights = Object.entries(all).map(([part, files]) => ({ part, files, weight: weigh(files, folder) }));
  const errors = weights.flatMap(({ part, files, weight }) => {
    const budget = budgets[part];
    if (!budget)
      return [`  ${part} has no budget in ${BUDGETS_PATH} (it loads ${weight.js} bytes of JS, ${weight.css} of CSS)`];
    const kinds = (['js', 'css'] as const).filter((kind) => weight[kind] > budget[kind]);
    return kinds.map(
      (kind) =>
        `  ${part} loads ${kb(weight[kind])} of ${kind.toUpperCase()} (brotli), its budget is ${kb(budget[kind])}${kind === 'js' ? modulesOf(largest(files)) : ''}`,
    );
  });
  const pages = pageBudgetErrors(file).map((line) => `  ${line}`);
  if (errors.length > 0) throw new Refusal(`${slice} is over its budget (${BUDGETS_PATH}):\n${errors.join('\n')}`);
  if (pages.length > 0) throw new Refusal(`The budgets do not fit the pages (${BUDGETS_PATH}):\n${pages.join('\n')}`);
  return weights.map(({ part, weight }) => `${part} ${kb(weight.js)} JS, ${kb(weight.css)} CSS`).join('; ');
}

const modulesOf = (modules: readonly SourceModule[]): string =>
  modules.length === 0
    ? ''
    : `\n    largest sources: ${modules.map(({ name, bytes }) => `${name} ${kb(bytes)}`).join(', ')}`;
