import { NotPossible, type Tree } from './tree.js';

/** Forms of a slice's name, such as gifts, Gifts and GIFTS for `mf-gifts`. */
export interface Names {
  slice: string;
  /** Without `mf-`. */
  name: string;
  Name: string;
  NAME: string;
}

const NAME = /^[a-z]{3,20}$/;
const RESERVED = ['packages', 'services', 'tools', 'gateway', 'shell', 'database', 'nats', 'operator'];

/** The name is one word because it becomes part of variables, paths and class names. */
export function namesOf(kind: 'remote' | 'service', given: string | undefined, tree: Tree): Names {
  const name = kind === 'remote' ? given?.replace(/^mf-/, '') : given;
  if (!given || !name || !NAME.test(name) || (kind === 'remote' && name === given)) {
    throw new NotPossible(
      kind === 'remote'
        ? 'npm run new:remote -- mf-gifts (mf- and one lowercase word)'
        : 'npm run new:service -- appointments (one lowercase word)',
    );
  }
  if (tree.has(kind === 'remote' ? given : `services/${given}`)) throw new NotPossible(`${given} exists.`);
  const place = RESERVED.includes(name) ? 'this project' : findUse(kind, given, name, tree);
  if (place) throw new NotPossible(`${given} is reserved: ${place} uses the name. Choose another one.`);
  return { slice: given, name, Name: `${name[0]?.toUpperCase()}${name.slice(1)}`, NAME: name.toUpperCase() };
}

/** Returns a file with a process, page or call that the slice would have too. */
function findUse(kind: 'remote' | 'service', slice: string, name: string, tree: Tree): string | undefined {
  const calls = 'packages/contracts/src/calls';
  const uses: [RegExp, string[]][] = [
    [new RegExp(`^  ${slice}:`, 'm'), ['docker-compose.yml', 'tools/store/src/processes.ts']],
    kind === 'remote'
      ? [new RegExp(`'/${name}['/]`), filesWithPaths(tree)]
      : [new RegExp(`^  '(GET /${name}|POST /${name}/add)':`, 'm'), tree.filesBelow(calls)],
  ];
  for (const [pattern, files] of uses) {
    const found = files.find((file) => pattern.test(tree.read(file)));
    if (found) return found;
  }
  return undefined;
}

/** Paths of the gateway, the shell and the remotes. */
function filesWithPaths(tree: Tree): string[] {
  const remotes = tree.read('packages/contracts/src/fragments.ts').matchAll(/slice: '(mf-\w+)'/g);
  return [
    'packages/contracts/src/reserved-paths.ts',
    'shell/src/routes.tsx',
    ...[...remotes].map(([, remote]) => `${remote}/src/pages.ts`),
  ];
}

export function renameSlice(model: string, slice: string): (text: string) => string {
  const forms = [
    [model, slice],
    [model.replaceAll('-', '_'), slice.replaceAll('-', '_')],
  ] as const;
  const all = new Map(
    forms.flatMap(
      ([from, to]) =>
        [
          [from, to],
          [from.toUpperCase(), to.toUpperCase()],
        ] as const,
    ),
  );
  return (text) =>
    text.replaceAll(
      new RegExp(`(?<![A-Za-z])(${[...all.keys()].join('|')})(?![A-Za-z])`, 'g'),
      (found) => all.get(found) ?? found,
    );
}
