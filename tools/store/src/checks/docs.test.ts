// Files and links that the documents name exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';

const HOW_TO = 'docs/how-to';
const guides = readdirSync(path.join(ROOT, HOW_TO)).map((file) => `${HOW_TO}/${file}`);
const documents = [
  'README.md',
  'deploy/README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  ...guides,
];
const top = new Set(readdirSync(ROOT));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Returns paths such as `services/cart/src`, without placeholders (`<slice>`), commands and patterns. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.@/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') && top.has(name.split('/')[0] ?? ''));

it.each(guides)('%s names files that exist', (file) => {
  const named = pathsIn(read(file));
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it.each(documents)('%s has no broken link', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to));
  expect(links.filter((to) => !existsSync(path.join(ROOT, path.dirname(file), to)))).toEqual([]);
});

it('docs/security.md names tests that exist', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n');
  const names = new Set(files.map((file) => path.basename(file)));
  const named = [...read('docs/security.md').matchAll(/`([\w-]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

it('README.md links every guide', () => {
  const readme = read('README.md');
  expect(guides.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
});

const whereToChangeWhat = read('README.md').split('## Where to change what')[1]?.split('\n## ')[0] ?? '';

it.each([
  'how long stock is held',
  'order confirmation email',
  'dead letters are replayed',
  'low-stock threshold',
  'a product field',
  'a catalogue page',
  'password rules',
  'login rate limit',
  'event retries',
  'stock on cancellation',
])('README.md names the place of: %s', (topic) => {
  const row = whereToChangeWhat.split('\n').find((line) => line.includes(topic)) ?? '';
  const places = pathsIn(row).concat([...row.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to));
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  const constants = [...row.matchAll(/`([A-Z][A-Z_]{4,})`/g)].map(([, name = '']) => name);
  const text = places.map((name) => (name.endsWith('.ts') ? read(name) : '')).join('\n');
  expect(constants.filter((name) => !text.includes(name))).toEqual([]);
});
