import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';

export interface QueryProblem {
  file: string;
  line: number;
  problem: string;
}

const IS_TESTED = /\.test\.ts$|(^|\/)testing\//;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*$/gm;

const banned: readonly { pattern: RegExp; problem: string }[] = [
  {
    pattern: /\.skip\s*\(|\$skip\b/g,
    problem: 'reads what it skips: page by cursor (`findPage`), or slice a limited list',
  },
  { pattern: /\.distinct\s*\(/g, problem: '`distinct` returns all values at once: read them in batches with a limit' },
  {
    pattern: /\$regex\b/g,
    problem: '`$regex` reads whole indexes: store normalised search terms and compare equal ones',
  },
  {
    pattern: /\$in\s*:[^;{}]*\bnew RegExp\b/g,
    problem: 'a regular expression as a value is a `$regex`: compare normalised terms',
  },
];
const UNLIMITED_COUNT = '`countDocuments` reads all matches: give it a `limit`';
const UNBOUNDED = '`find` has no bound: add `.limit(…)`, read it with `.cursor()`, or select by `_id` or a list of ids';

/** Properties and parameters that are Mongoose models: `private readonly orders: Model<OrderRecord>`. */
const MODEL = /(\w+)\s*:\s*Model</g;
/** What only queries have, not arrays. */
const QUERY_CALLS = ['lean', 'exec', 'sort', 'hint', 'limit', 'cursor', 'batchSize'];
const BOUNDS = ['limit', 'cursor'];
/** `_id` itself or a list of ids; a range of ids is no bound. */
const BY_ID = /(?<![.\w])_id(?:\s*[,}]|\s*:(?!\s*\{\s*\$)|\s*:\s*\{\s*\$in\b)/;

/** Returns the queries of one file whose result or cost has no bound (architecture §2.11). */
export function problemsIn(file: string, source: string): QueryProblem[] {
  // Same length, so that positions stay.
  const text = source.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const models = new Set(['model', ...[...text.matchAll(MODEL)].map(([, name]) => name)]);
  const found = banned.flatMap(({ pattern, problem }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ file, line: lineOf(index), problem })),
  );
  for (const { index, 1: receiver } of text.matchAll(/(\w+)?\s*\.find\s*\(/g)) {
    const open = text.indexOf('(', index);
    const close = closing(text, open);
    const filter = firstArgument(text.slice(open + 1, close));
    const calls = callsAfter(text, close + 1);
    const isQuery =
      models.has(receiver ?? '') || /^\s*(\{|$)/.test(filter) || calls.some((call) => QUERY_CALLS.includes(call));
    if (isQuery && !calls.some((call) => BOUNDS.includes(call)) && !BY_ID.test(filter))
      found.push({ file, line: lineOf(text.indexOf('.find', index)), problem: UNBOUNDED });
  }
  for (const { index } of text.matchAll(/\.countDocuments\s*\(/g)) {
    const open = text.indexOf('(', index);
    const close = closing(text, open);
    const isLimited = /[{,]\s*limit\b/.test(text.slice(open, close)) || callsAfter(text, close + 1).includes('limit');
    if (!isLimited) found.push({ file, line: lineOf(index), problem: UNLIMITED_COUNT });
  }
  return found.toSorted((a, b) => a.line - b.line);
}

const MIN_FILES = 300;

/**
 * Checks what services run; tests may read whole collections.
 * @throws Refusal when it finds too few files to be all services
 */
export function checkQueries(root: string): QueryProblem[] {
  const files = readdirSync(path.join(root, 'services')).flatMap((service) => {
    const folder = path.join('services', service, 'src');
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !IS_TESTED.test(file))
      .map((file) => path.join(folder, file));
  });
  if (files.length < MIN_FILES) throw new Refusal(`only ${files.length} files to check, ${MIN_FILES} at least`);
  return files.flatMap((file) => problemsIn(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Returns the position of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  const [opening = '', end = ''] = text[open] === '<' ? '<>' : '()';
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === opening) depth += 1;
    else if (text[at] === end && text[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function firstArgument(list: string): string {
  let depth = 0;
  for (const [at, character] of [...list].entries()) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) return list.slice(0, at);
  }
  return list;
}

/** Returns the names of the calls that are chained from a position: `.sort(…).lean<Order[]>()`. */
function callsAfter(text: string, start: number): string[] {
  const calls: string[] = [];
  for (let at = start; ;) {
    const [chained, name = ''] = /^\s*\.(\w+)\s*/.exec(text.slice(at, at + 200)) ?? [];
    if (!chained) return calls;
    calls.push(name);
    at += chained.length;
    for (const bracket of ['<', '(']) if (text[at] === bracket) at = closing(text, at) + 1;
  }
}
