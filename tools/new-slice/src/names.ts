import { NotPossible, type Tree } from './tree.js';

/** Forms of a slice's name: `mf-gifts` is gifts, Gifts, GIFTS. */
export interface Names {
  /** As its folder and its processes are called. */
  slice: string;
  /** Without `mf-`. */
  name: string;
  Name: string;
  NAME: string;
}

const NAME = /^[a-z]{3,20}$/;

/**
 * Reads the name of a new slice. One word: it becomes part of variables, paths, addresses and class names.
 * @throws NotPossible
 */
export function namesOf(kind: 'remote' | 'service', given: string | undefined, tree: Tree): Names {
  const name = kind === 'remote' ? given?.replace(/^mf-/, '') : given;
  if (!given || !name || !NAME.test(name) || (kind === 'remote' && name === given)) {
    throw new NotPossible(
      kind === 'remote'
        ? 'npm run new:remote -- mf-gifts (mf- and one word of small letters)'
        : 'npm run new:service -- reviews (one word of small letters)',
    );
  }
  if (['packages', 'services', 'tools', 'gateway', 'shell', 'database', 'nats', 'operator'].includes(name))
    throw new NotPossible(`${name} is something else's name.`);
  if (tree.has(kind === 'remote' ? given : `services/${given}`)) throw new NotPossible(`There is a ${given} already.`);
  return { slice: given, name, Name: `${name[0]?.toUpperCase()}${name.slice(1)}`, NAME: name.toUpperCase() };
}

/** Reads a text about one slice as one about another: in small letters, in capitals, with `-` or `_`. */
export function inPlaceOf(model: string, slice: string): (text: string) => string {
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
