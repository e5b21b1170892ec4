import { readFileSync } from 'node:fs';
import { Refusal } from '../command/report.js';
import type { SourceModule } from './built.js';
import { type Loads, weigh, type Weight } from './weight.js';

/** `budgets.json`: the one place where it is written what visitors may have to fetch. Brotli, bytes. */
interface Budgets {
  /** By slice and part; parts that a page shows together have one of their own: `AddToCart + CartBadge`. */
  slices: Record<string, Record<string, Weight>>;
  /** What all scripts of a page may weigh, and whose parts it loads at once. */
  pages: Record<string, { js: number; loads: Record<string, string> }>;
}

const BUDGETS = new URL('../../budgets.json', import.meta.url);
const SHOWN_AS = 'packages/build-kit/budgets.json';

export interface BudgetOptions {
  /** Another file of budgets, for tests. */
  file?: URL;
  /** Names the largest modules in some files. */
  largest?: (files: readonly string[]) => readonly SourceModule[];
}

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
const TOGETHER = ' + ';

function readBudgets(file: URL): Budgets {
  return JSON.parse(readFileSync(file, 'utf8')) as Budgets;
}

/** Pages whose parts may weigh more together than the page: then keeping every part's budget would not keep the page's. */
export function pagesThatDoNotFit(file = BUDGETS): string[] {
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
          `${page} may weigh ${kb(js)} of JS, its parts ${kb(sum)}: ${parts.map((part) => `${part.name} ${kb(part.js ?? 0)}`).join(', ')}`,
        ]
      : [];
  });
}

/**
 * Holds what a slice's parts weigh against their budgets, and the budgets against those of the pages. Every production
 * build does it with what its stats say, a release once more with what the built container really fetched.
 * @param folder the built files
 * @returns the figures, for the line that says that all is well
 * @throws Refusal that names each part with its figure, its budget and its largest modules
 */
export function checkBudget(
  slice: string,
  loads: Loads,
  folder: string,
  { file = BUDGETS, largest = () => [] }: BudgetOptions = {},
): string {
  const budgets = readBudgets(file).slices[slice] ?? {};
  const together = Object.keys(budgets).filter(
    (part) => part.includes(TOGETHER) && part.split(TOGETHER).every((one) => one in loads),
  );
  const all: Loads = {
    ...loads,
    ...Object.fromEntries(together.map((part) => [part, part.split(TOGETHER).flatMap((one) => loads[one] ?? [])])),
  };
  const weights = Object.entries(all).map(([part, files]) => ({ part, files, weight: weigh(files, folder) }));
  const over = weights.flatMap(({ part, files, weight }) => {
    const budget = budgets[part];
    if (!budget)
      return [
        `  ${part} has no budget: give it one in ${SHOWN_AS} (it loads ${weight.js} bytes of JS, ${weight.css} of CSS)`,
      ];
    const kinds = (['js', 'css'] as const).filter((kind) => weight[kind] > budget[kind]);
    return kinds.map(
      (kind) =>
        `  ${part} loads ${kb(weight[kind])} of ${kind.toUpperCase()} (brotli), its budget is ${kb(budget[kind])}${kind === 'js' ? modulesOf(largest(files)) : ''}`,
    );
  });
  const pages = pagesThatDoNotFit(file).map((line) => `  ${line}`);
  if (over.length > 0) throw new Refusal(`${slice} is over its budget (${SHOWN_AS}):\n${over.join('\n')}`);
  if (pages.length > 0) throw new Refusal(`The budgets do not fit the pages (${SHOWN_AS}):\n${pages.join('\n')}`);
  return weights.map(({ part, weight }) => `${part} ${kb(weight.js)} JS, ${kb(weight.css)} CSS`).join('; ');
}

const modulesOf = (modules: readonly SourceModule[]): string =>
  modules.length === 0
    ? ''
    : `\n    largest sources: ${modules.map(({ name, bytes }) => `${name} ${kb(bytes)}`).join(', ')}`;
