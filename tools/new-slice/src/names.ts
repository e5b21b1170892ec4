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
  if (['packages', 'services', 'tools', 'gateway', 'shell', 'database', 'nats', 'operator'].includes(name))
    throw new NotPossible(`${name} is reserved.`);
  if (tree.has(kind === 'remote' ? given : `services/${given}`)) throw new NotPossible(`${given} exists.`);
  return { slice: given, name, Name: `${name[0]?.toUpperCase()}${name.slice(1)}`, NAME: name.toUpperCase() };
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
