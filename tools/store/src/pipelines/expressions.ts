// Evaluates the expressions of GitHub workflows: what ours use, and an error for anything else.

/** `github`, `inputs`, `needs`, …: what expressions read. */
export type Context = Readonly<Record<string, unknown>>;

const TOKEN = /\s*('(?:[^']|'')*'|\d+|[\w-]+(?:\.[\w-]+)*|==|!=|&&|\|\||[!()])/y;
const EMBEDDED = /\$\{\{(.*?)\}\}/gs;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`The expression can't be read at ${from}: ${text}`);
    tokens.push(token);
  }
  return tokens;
}

/** `&&` and `||` return one of their values, as in JavaScript. Unknown properties are the empty string. */
export function evaluate(text: string, context: Context): unknown {
  const tokens = tokensOf(text);
  const take = (): string => tokens.shift() ?? '';
  const expect = (token: string): void => {
    if (take() !== token) throw new Error(`${token} is missing: ${text}`);
  };
  const value = (): unknown => {
    const token = take();
    if (token === '!') return !value();
    if (token === '(') {
      const inner = either();
      expect(')');
      return inner;
    }
    if (tokens[0] === '(') return call(token);
    return literal(token, context);
  };
  const call = (name: string): unknown => {
    expect('(');
    const argument = tokens[0] === ')' ? undefined : either();
    expect(')');
    if (name === 'fromJSON') return JSON.parse(String(argument)) as unknown;
    if (name === 'failure' || name === 'cancelled') return context[name] ?? false;
    throw new Error(`There is no function ${name}: ${text}`);
  };
  const equality = (): unknown => {
    const left = value();
    if (tokens[0] !== '==' && tokens[0] !== '!=') return left;
    return (take() === '==') === (left === value());
  };
  const both = (): unknown => {
    let left = equality();
    while (tokens[0] === '&&') {
      take();
      const right = equality();
      left = left ? right : left;
    }
    return left;
  };
  const either = (): unknown => {
    let left = both();
    while (tokens[0] === '||') {
      take();
      const right = both();
      left = left || right;
    }
    return left;
  };
  const result = either();
  if (tokens.length > 0) throw new Error(`${tokens.join(' ')} is too much: ${text}`);
  return result;
}

function literal(token: string, context: Context): unknown {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (/^\d+$/.test(token)) return Number(token);
  if (token === 'true' || token === 'false') return token === 'true';
  const [root = '', ...path] = token.split('.');
  if (!(root in context)) throw new Error(`Expressions have no ${root}: ${token}`);
  let found: unknown = context[root];
  for (const name of path) found = (found as Record<string, unknown> | undefined)?.[name];
  return found ?? '';
}

/** Replaces `${{ … }}` in a text. */
export const interpolate = (text: string, context: Context): string =>
  text.replaceAll(EMBEDDED, (_all, inner: string) => String(evaluate(inner, context)));

/** Evaluates an `if:`, with or without `${{ }}`. */
export const isTrue = (condition: string | undefined, context: Context): boolean =>
  condition === undefined || Boolean(evaluate(condition.replace(/^\$\{\{(.*)\}\}$/s, '$1'), context));
