import { parseSync } from '@swc/core';

/** A node of the syntax tree. */
export type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The syntax tree of a TypeScript source. */
export const treeOf = (source: string): Node =>
  parseSync(source, { syntax: 'typescript', tsx: true, decorators: true }) as unknown as Node;

function* partsOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* partsOf(one);
  else if (isNode(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* partsOf(one);
}

/** The nodes directly below. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [...partsOf(value)]);

/** The node itself and everything below it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

const text = (node: Node): string => String(node['value']);
const part = (node: Node, name: string): Node | undefined => (isNode(node[name]) ? node[name] : undefined);

/** The name, when the node is nothing but a name. */
export const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? text(node) : undefined;

/** Every text that an expression can be: a text, or a choice between texts. Undefined: it cannot be told from the source. */
export function textsOf(node: Node | undefined): string[] | undefined {
  if (!node) return undefined;
  if (node.type === 'StringLiteral') return [text(node)];
  if (node.type === 'ParenthesisExpression' || node.type === 'JSXExpressionContainer')
    return textsOf(part(node, 'expression'));
  if (node.type !== 'ConditionalExpression') return undefined;
  const [one, other] = [textsOf(part(node, 'consequent')), textsOf(part(node, 'alternate'))];
  return one && other ? [...one, ...other] : undefined;
}

/** `name` and the property of a call's or another node's `object.property`. */
export function memberOf(
  node: Node | undefined,
): { object: string | undefined; property: string | undefined } | undefined {
  if (node?.type !== 'MemberExpression') return undefined;
  return { object: nameOf(part(node, 'object')), property: nameOf(part(node, 'property')) };
}

/** The function that is called and what it is given. */
export function callIn(node: Node): { callee: Node | undefined; given: (Node | undefined)[] } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression);
  return { callee: part(node, 'callee'), given };
}

/** A component in JSX and its attributes by name. */
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

/** What a module imports: local name → module and the name there. Modules that are only named come with an empty name. */
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
