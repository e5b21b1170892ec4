interface Rule {
  /** Selectors, or the at-rule. */
  head: string;
  body: string;
}

/** A class of a CSS module: `<slice>-<six characters>` (`build-kit/src/build/common.ts`). */
const CLASS = /\.((?:shell|mf-[a-z]+)-[\w-]{6})(?![\w-])/g;
const GROUP = /^@(?:media|supports|layer|container)/;

/** Splits built CSS, which has no comments, into its top-level rules. */
function splitRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let open = -1;
  let depth = 0;
  let quote = '';
  for (let index = 0; index < css.length; index++) {
    const char = css[index];
    if (quote) {
      if (char === '\\') index++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' && depth++ === 0) open = index;
    else if (char === '}' && --depth === 0) {
      rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
      start = index + 1;
    } else if (char === ';' && depth === 0) start = index + 1;
  }
  return rules;
}

/** Whether a selector may match: all its classes are on the page. */
const mayMatch = (selectors: string, classes: ReadonlySet<string>): boolean =>
  selectors.split(',').some((selector) => [...selector.matchAll(CLASS)].every(([, name]) => classes.has(name ?? '')));

const filterCss = (css: string, classes: ReadonlySet<string>): string =>
  splitRules(css)
    .map(({ head, body }) => {
      const rules = GROUP.test(head) ? filterCss(body, classes) : body;
      const isNeeded = GROUP.test(head) ? rules !== '' : head.startsWith('@') || mayMatch(head, classes);
      return isNeeded ? `${head}{${rules}}` : '';
    })
    .join('');

/** Returns the rules of a style sheet that a page may use. The complete style sheet is loaded later. */
export function firstStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')));
  return filterCss(css, classes);
}
