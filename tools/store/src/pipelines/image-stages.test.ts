import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStages, startBriefly } from './image-stages.js';

let context: string;
let stages: string;
beforeEach(() => {
  context = mkdtempSync(path.join(tmpdir(), 'context-'));
  stages = mkdtempSync(path.join(tmpdir(), 'stages-'));
});
afterEach(() => {
  for (const folder of [context, stages]) rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(context, name)), { recursive: true });
  writeFileSync(path.join(context, name), text);
};
const build = (dockerfile: string) => {
  write('Dockerfile', dockerfile);
  const args = { BASE: 'node:24', SLICE: 'shop' };
  return buildStages('Dockerfile', context, args, mkdtempSync(path.join(stages, 'build-')));
};

it('runs each stage in a folder of its own, and copies files as Docker does', () => {
  write('shop/main.mjs', 'console.log("one")');
  write('shop/data/list.json', '[]');
  write('a.json', '{}');
  const { command, cwd, env } = build(`
# A comment
ARG BASE=other
FROM \${BASE} AS first
WORKDIR /app
COPY a.json Dockerfile ./
COPY shop/data \${SLICE}/data
FROM first AS second
ARG SLICE
ENV COLOUR=red SIZE=9
RUN --mount=type=secret,id=key test -f a.json \\
 && cp a.json "$SLICE/b.json"
FROM \${BASE}
WORKDIR /app
ENV COLOUR=blue
COPY --from=second /app/shop \${SLICE}
COPY \${SLICE} shop
RUN mkdir /never && false
WORKDIR /app/\${SLICE}
CMD ["node", "--no-warnings", \\
     "main.mjs"]
`);
  expect(command).toEqual(['node', '--no-warnings', 'main.mjs']);
  expect(path.relative(stages, cwd)).toMatch(/^build-\w+\/\d+\/app\/shop$/);
  expect(env).toEqual({ COLOUR: 'blue' });
  const files = execFileSync('find', ['.', '-type', 'f'], { cwd, encoding: 'utf8' });
  expect(files.trim().split('\n').toSorted()).toEqual(['./b.json', './data/list.json', './main.mjs']);
  expect(existsSync(path.join(cwd, '../../../first/app/shop/data/list.json'))).toBe(true);
  expect(existsSync(path.join(cwd, '../../../first/app/shop/b.json'))).toBe(false);
});

it('fails with the output of a command that fails, and without a file to copy', () => {
  expect(() => build('FROM x AS one\nRUN echo reason; exit 3\nFROM x\n')).toThrow('reason');
  expect(() => build('FROM x\nCOPY none ./\n')).toThrow('none');
  expect(() => build('FROM x\nCOPY --from=none /a ./\n')).toThrow('There is no stage none.');
});

const start = (program: string, timeout?: number) => {
  write('main.mjs', program);
  startBriefly(build('FROM x\nWORKDIR /app\nCOPY main.mjs ./\nCMD ["node", "main.mjs"]\n'), timeout);
};

it.each([
  ["import 'not-installed';", 'does not find its modules'],
  ["import './none.mjs';", 'does not find its modules'],
  ["import { none } from 'node:fs';", 'main.mjs ended:'],
  ['const = 1;', 'main.mjs ended:'],
  ["throw new Error('PORT is required');", 'main.mjs ended:'],
  ['', 'main.mjs ended:'],
])('refuses a program that ends: %s', (program, message) => {
  expect(() => start(program)).toThrow(message);
});

it('refuses a program that cannot be started', () => {
  expect(() => startBriefly(build('FROM x\nCMD ["none"]\n'))).toThrow('ENOENT');
});

it('accepts a program that runs on, or only lacks settings', () => {
  start('setInterval(() => undefined, 1_000);', 500);
  start("console.error('Invalid configuration:\\n  NATS_URL: is missing'); process.exit(1);");
  start("console.error('RELEASE_PUBLIC_KEYS is undefined: is needed in production'); process.exit(1);");
});
