import { firstStyles } from './first-styles.js';

const page = '<div class="shell-abc123 other"><p class="mf-catalog-Q_-x1y">';

test.each([
  [
    'rules of elements and of used classes stay',
    'a{color:red}.shell-abc123{top:0}.shell-abc123 .mf-catalog-Q_-x1y:hover{left:0}',
    undefined,
  ],
  ['rules of unused classes are removed', '.shell-abc123 .shell-zzzzzz{top:0}', ''],
  ['one matching selector suffices', '.shell-zzzzzz,.shell-abc123{top:0}', undefined],
  [
    'groups are filtered',
    '@media (min-width:48rem){.shell-abc123{top:0}.shell-zzzzzz{top:0}}',
    '@media (min-width:48rem){.shell-abc123{top:0}}',
  ],
  ['empty groups are removed', '@media print{.shell-zzzzzz{top:0}}', ''],
  [
    'fonts and keyframes stay',
    '@font-face{font-family:before;src:local("Arial")}@keyframes shell-abc123{to{top:0}}',
    undefined,
  ],
  ['braces in quotes are ignored', 'a::after{content:"}{"}b{top:0}', undefined],
])('%s', (_title, css, expected) => {
  expect(firstStyles(css, page)).toBe(expected ?? css);
});
