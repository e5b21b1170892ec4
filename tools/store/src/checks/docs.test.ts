// What the documents name is there: a path in docs/how-to that is gone would lead a reader astray.
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

/** `services/cart/src`, and not what a reader puts a name of their own into (`<slice>`), a command or a pattern. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.@/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') && top.has(name.split('/')[0] ?? ''));

it.each(guides)('%s names files that are there', (file) => {
  const named = pathsIn(read(file));
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it.each(documents)('%s links to what is there', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to));
  expect(links.filter((to) => !existsSync(path.join(ROOT, path.dirname(file), to)))).toEqual([]);
});

it('README.md leads to every guide', () => {
  const readme = read('README.md');
  expect(guides.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
});
