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

/** Of a command, which ends with the state of the checkout that it has read. Frontends share files of web-kit. */
const known = new Map<string, Source>();

function read(file: string): Source {
  const source = known.get(file) ?? {
    file,
    tree: treeOf(readFileSync(path.join(ROOT, file), 'utf8'), file.endsWith('x')),
  };
  known.set(file, source);
  return source;
}

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
  const included = new Set(sources.map(({ file }) => file));
  for (const { file, tree } of sources) {
    for (const { from } of importsOf(tree)) {
      const carried = kitFile(file, from);
      if (!carried || included.has(carried)) continue;
      included.add(carried);
      sources.push(read(carried));
    }
  }
  return sources;
}
