import { parseSync } from '@swc/core';

export type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Parses a TypeScript source. */
export const treeOf = (source: string, tsx = true): Node =>
  parseSync(source, { syntax: 'typescript', tsx, decorators: true }) as unknown as Node;

function* partsOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* partsOf(one);
  else if (isNode(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* partsOf(one);
}

/** Returns the direct children of a node. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [...partsOf(value)]);

/** Yields the node and everything below it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

const text = (node: Node): string => String(node['value']);
const part = (node: Node, name: string): Node | undefined => (isNode(node[name]) ? node[name] : undefined);

/** Returns the name of an identifier. */
export const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? text(node) : undefined;

/** Returns every text that an expression can evaluate to; undefined where that can't be read from the source. */
export function textsOf(node: Node | undefined): string[] | undefined {
  if (!node) return undefined;
  if (node.type === 'StringLiteral') return [text(node)];
  if (node.type === 'ParenthesisExpression' || node.type === 'JSXExpressionContainer')
    return textsOf(part(node, 'expression'));
  if (node.type !== 'ConditionalExpression') return undefined;
  const [one, other] = [textsOf(part(node, 'consequent')), textsOf(part(node, 'alternate'))];
  return one && other ? [...one, ...other] : undefined;
}

/** Returns the names in an `object.property` expression. */
export function memberOf(
  node: Node | undefined,
): { object: string | undefined; property: string | undefined } | undefined {
  if (node?.type !== 'MemberExpression') return undefined;
  return { object: nameOf(part(node, 'object')), property: nameOf(part(node, 'property')) };
}

/** Returns a call's function and arguments. */
export function callIn(node: Node): { callee: Node | undefined; given: (Node | undefined)[] } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression);
  return { callee: part(node, 'callee'), given };
}

/** Returns the component and attributes of a JSX element. */
export function elementIn(
  node: Node,
): { component: string | undefined; attributes: Map<string, Node | undefined> } | undefined {
  if (node.type !== 'JSXOpeningElement') return undefined;
  const attributes = (node['attributes'] as Node[]).filter(({ type }) => type === 'JSXAttribute');
  return {
    component: nameOf(part(node, 'name')),
    attributes: new Map(
      attributes.map((attribute) => [nameOf(part(attribute, 'name')) ?? '', part(attribute, 'value')]),
    ),
  };
}

/**
 * Returns the imports of a module: the module, the name there and the local name. Imports without names have an empty
 * name.
 */
export function importsOf(tree: Node): { from: string; name: string; as: string }[] {
  const found: { from: string; name: string; as: string }[] = [];
  for (const node of walk(tree)) {
    if (
      node.type !== 'ImportDeclaration' &&
      node.type !== 'ExportNamedDeclaration' &&
      node.type !== 'ExportAllDeclaration'
    ) {
      const call = callIn(node);
      const [from] = (call?.callee?.type === 'Import' ? textsOf(call.given[0]) : undefined) ?? [];
      if (from) found.push({ from, name: '', as: '' });
      continue;
    }
    const from = part(node, 'source');
    if (!from || node['typeOnly'] === true) continue;
    found.push({ from: text(from), name: '', as: '' });
    for (const specifier of (node['specifiers'] as Node[] | undefined) ?? []) {
      const as = nameOf(part(specifier, 'local'));
      if (as && specifier['isTypeOnly'] !== true)
        found.push({ from: text(from), name: nameOf(part(specifier, 'imported')) ?? as, as });
    }
  }
  return found;
}
