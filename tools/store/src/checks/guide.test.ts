import { applyEdit, type Edit, readSteps } from './guide.js';

const GUIDE = `# Guide

\`\`\`sh
npm run lint            # ends with: 0 failed
# in another terminal
npm run release -- order
\`\`\`

1. Edit:

   \`\`\`ts
   ignored
   \`\`\`

   \`\`\`diff
   --- a.ts
   +++ a.ts
   @@
    one
   -two
   +three

    four
   @@
   +first
    last
   --- /dev/null
   +++ b.ts
   +new
   \`\`\`
`;
const edits = readSteps(GUIDE).filter((step): step is Edit => step.kind === 'edit');

it('reads commands without their comments, and edits, in order', () => {
  expect(readSteps(GUIDE)).toEqual([
    { kind: 'command', text: 'npm run lint' },
    { kind: 'command', text: 'npm run release -- order' },
    { kind: 'edit', file: 'a.ts', before: 'one\ntwo\n\nfour\n', after: 'one\nthree\n\nfour\n' },
    { kind: 'edit', file: 'a.ts', before: 'last\n', after: 'first\nlast\n' },
    { kind: 'edit', file: 'b.ts', before: undefined, after: 'new\n' },
  ]);
});

it('applies edits to whole lines', () => {
  const [first, second, third] = edits as [Edit, Edit, Edit];
  const once = applyEdit(first, 'one\ntwo\n\nfour\nat last\nlast\n');
  expect(applyEdit(second, once)).toBe('one\nthree\n\nfour\nat last\nfirst\nlast\n');
  expect(applyEdit(third, undefined)).toBe('new\n');
});

it('refuses an edit whose place is missing, not unique or taken', () => {
  const [first, , third] = edits as [Edit, Edit, Edit];
  expect(() => applyEdit(first, 'one\ntwo\nfour\n')).toThrow('a.ts contains 0 times, not once');
  expect(() => applyEdit(first, undefined)).toThrow('a.ts contains 0 times');
  expect(() => applyEdit(first, 'one\ntwo\n\nfour\none\ntwo\n\nfour\n')).toThrow('a.ts contains 2 times');
  expect(() => applyEdit(third, '')).toThrow('b.ts exists.');
});

it('refuses a diff without a file, with other markers, or without a place', () => {
  expect(() => readSteps('```diff\n+one\n```\n')).toThrow('must begin with');
  expect(() => readSteps('```diff\n--- a.ts\n+++ a.ts\n@@\n?one\n```\n')).toThrow("begins with ' ', '-' or '+'");
  expect(() => readSteps('```diff\n--- a.ts\n+++ a.ts\n@@\n+one\n```\n')).toThrow('needs a line that shows its place');
});
