import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { importsOf, type Node, treeOf } from './ast.js';

export interface Source {
  file: string;
  tree: Node;
}

const WEB_KIT = 'packages/web-kit/src';
const SOURCE = /\.tsx?$/;
const IS_TEST = /\.test\.tsx?$|(?:^|[/\\])(?:testing|dist|node_modules)[/\\]/;

const read = (file: string): Source => ({
  file,
  tree: treeOf(readFileSync(path.join(ROOT, file), 'utf8'), file.endsWith('x')),
});

function ownFiles(slice: string): string[] {
  return ['src', 'server'].flatMap((part) => {
    const folder = path.join(slice, part);
    if (!existsSync(path.join(ROOT, folder))) return [];
    const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    return files.map((file) => path.join(folder, file)).filter((file) => SOURCE.test(file) && !IS_TEST.test(file));
  });
}

function kitFile(importer: string, named: string): string | undefined {
  const fromOutside = named.startsWith('@rangavalli/web-kit/')
    ? path.join(WEB_KIT, named.slice('@rangavalli/web-kit/'.length))
    : undefined;
  const fromInside =
    named.startsWith('.') && importer.startsWith(WEB_KIT)
      ? path.join(path.dirname(importer), named.replace(/\.js$/, ''))
      : undefined;
  const base = fromOutside ?? fromInside;
  return base && ['.ts', '.tsx'].map((ending) => base + ending).find((file) => existsSync(path.join(ROOT, file)));
}

export const kitModule = (importer: string, named: string): string | undefined =>
  kitFile(importer, named)
    ?.slice(WEB_KIT.length + 1)
    .replace(SOURCE, '');

export function sourcesOf(slice: string): Source[] {
  const sources = ownFiles(slice).map(read);
  const known = new Set(sources.map(({ file }) => file));
  for (const { file, tree } of sources) {
    for (const { from } of importsOf(tree)) {
      const carried = kitFile(file, from);
      if (!carried || known.has(carried)) continue;
      known.add(carried);
      sources.push(read(carried));
    }
  }
  return sources;
}
