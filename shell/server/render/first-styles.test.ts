import { firstStyles } from './first-styles.js';

const page = '<div class="shell-abc123 other"><p class="mf-catalog-Q_-x1y">';

test.each([
  [
    'what is for elements and for classes that are there stays',
    'a{color:red}.shell-abc123{top:0}.shell-abc123 .mf-catalog-Q_-x1y:hover{left:0}',
    undefined,
  ],
  ['what is for classes that are not there goes', '.shell-abc123 .shell-zzzzzz{top:0}', ''],
  ['one selector that may meet something is enough', '.shell-zzzzzz,.shell-abc123{top:0}', undefined],
  [
    'groups keep what they need',
    '@media (min-width:48rem){.shell-abc123{top:0}.shell-zzzzzz{top:0}}',
    '@media (min-width:48rem){.shell-abc123{top:0}}',
  ],
  ['groups without anything go', '@media print{.shell-zzzzzz{top:0}}', ''],
  [
    'fonts and movements stay',
    '@font-face{font-family:before;src:local("Arial")}@keyframes shell-abc123{to{top:0}}',
    undefined,
  ],
  ['braces within quotes are no braces', 'a::after{content:"}{"}b{top:0}', undefined],
])('%s', (_title, css, expected) => {
  expect(firstStyles(css, page)).toBe(expected ?? css);
});
