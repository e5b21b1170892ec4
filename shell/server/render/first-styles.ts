interface Rule {
  head: string;
  body: string;
}

/** A class of a CSS module (`build-kit/src/build/common.ts`). */
const CLASS = /\.((?:shell|mf-[a-z]+)-[\w-]{6})(?![\w-])/g;
const GROUP = /^@(?:media|supports|layer|container)/;

/** Expects built CSS, without comments. */
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

const mayMatch = (selectors: string, classes: ReadonlySet<string>) =>
  selectors.split(',').some((selector) => [...selector.matchAll(CLASS)].every(([, name]) => classes.has(name ?? '')));

const filterCss = (css: string, classes: ReadonlySet<string>): string =>
  splitRules(css)
    .map(({ head, body }) => {
      const rules = GROUP.test(head) ? filterCss(body, classes) : body;
      const isNeeded = GROUP.test(head) ? rules !== '' : head.startsWith('@') || mayMatch(head, classes);
      return isNeeded ? `${head}{${rules}}` : '';
    })
    .join('');

export function firstStyles(css: string, html: string) {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')));
  return filterCss(css, classes);
}
