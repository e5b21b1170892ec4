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
/** Names that no service can have, by what uses them. */
const RESERVED_FOR_SERVICES: ReadonlyMap<string, string> = new Map([
  ['admin', 'the administrator of the database'],
  ['tls', 'the secret of the storefront’s certificate'],
  ['public', 'the variable PUBLIC_URL'],
  ['test', 'the variable TEST_MONGODB_URI'],
  // Of runService, MongooseModule and defineCalls.
  ...['run', 'mongoose', 'define'].map((name) => [name, 'an import of the service'] as const),
]);

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
  const names = formsOf(given);
  const place = RESERVED.includes(name) ? 'this project' : findUse(kind, names, tree);
  if (place) throw new NotPossible(`${given} is reserved: ${place} uses the name. Choose another one.`);
  return names;
}

export function formsOf(slice: string): Names {
  const name = slice.replace(/^mf-/, '');
  return { slice, name, Name: `${name[0]?.toUpperCase()}${name.slice(1)}`, NAME: name.toUpperCase() };
}

/** Returns what has a process, page, call, schema, package, user or secret that the slice would have too. */
function findUse(kind: 'remote' | 'service', { slice, name, Name }: Names, tree: Tree): string | undefined {
  if (kind === 'service' && RESERVED_FOR_SERVICES.has(name)) return RESERVED_FOR_SERVICES.get(name);
  const contracts = 'packages/contracts/src';
  const compose = ['docker-compose.yml', 'deploy/observability/compose.yml'];
  const ofRemote: [RegExp, string[]][] = [[new RegExp(`'/${name}['/]`), filesWithPaths(tree)]];
  const ofService: [RegExp, string[]][] = [
    [new RegExp(`^  '(GET /${name}|POST /${name}/add)':`, 'm'), tree.filesBelow(`${contracts}/calls`)],
    [new RegExp(`\\b${name}Calls\\b`), [`${contracts}/calls.ts`]],
    [new RegExp(`id: '${Name}Entry'`), tree.filesBelow(`${contracts}/entities`)],
    [new RegExp(`"node_modules/@rangavalli/${name}"`), ['package-lock.json']],
    [new RegExp(`^ {4}- name: ${name}$`, 'm'), ['deploy/kubernetes/mongo/mongo.yaml']],
    [new RegExp(`^  name: rangavalli-${name}$`, 'm'), tree.filesBelow('deploy/kubernetes')],
  ];
  const uses: [RegExp, string[]][] = [
    [new RegExp(`^  ${slice}:`, 'm'), [...compose, 'tools/store/src/processes.ts']],
    ...(kind === 'remote' ? ofRemote : ofService),
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
    'shell/src/pages/pages.ts',
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
