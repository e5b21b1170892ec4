/** One rule of a style sheet, or a group of them (`@media`). */
interface Rule {
  /** What stands before the brace. */
  head: string;
  /** What stands within. */
  body: string;
}

/** A class of a CSS module: `<slice>-<six letters>` (`build-kit/src/build/common.ts`). */
const CLASS = /\.((?:shell|mf-[a-z]+)-[\w-]{6})(?![\w-])/g;
const GROUPS = /^@(?:media|supports|layer|container)/;

/** The rules at the top of `css`, which the build has written without comments. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let open = -1;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < css.length; at++) {
    const letter = css[at];
    if (quote) {
      if (letter === '\\') at++;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '{' && depth++ === 0) open = at;
    else if (letter === '}' && --depth === 0) {
      rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (letter === ';' && depth === 0) start = at + 1;
  }
  return rules;
}

/** Whether one of a rule's selectors may meet something: all its classes are on the page. */
const meets = (selectors: string, classes: ReadonlySet<string>): boolean =>
  selectors.split(',').some((selector) => [...selector.matchAll(CLASS)].every(([, name]) => classes.has(name ?? '')));

function kept({ head, body }: Rule, classes: ReadonlySet<string>): string {
  if (GROUPS.test(head)) {
    const within = rulesOf(body)
      .map((rule) => kept(rule, classes))
      .join('');
    return within && `${head}{${within}}`;
  }
  return head.startsWith('@') || meets(head, classes) ? `${head}{${body}}` : '';
}

/** What of a style sheet the page `html` needs to be drawn. The whole sheet follows it. */
export function firstStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')));
  return rulesOf(css)
    .map((rule) => kept(rule, classes))
    .join('');
}
