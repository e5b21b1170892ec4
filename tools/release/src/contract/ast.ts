import { parseSync } from '@swc/core';

export type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const treeOf = (source: string, tsx = true): Node =>
  parseSync(source, { syntax: 'typescript', tsx, decorators: true }) as unknown as Node;

function collectNodes(value: unknown, into: Node[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && isNode(value)) into.push(value);
  else for (const part of Object.values(value)) collectNodes(part, into);
}

export function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const name in node) if (name !== 'span') collectNodes(node[name], found);
  return found;
}

const walked = new WeakMap<Node, readonly Node[]>();

/** Returns the node and everything inside, in source order. */
export function walk(node: Node): readonly Node[] {
  const known = walked.get(node);
  if (known) return known;
  const found: Node[] = [];
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    found.push(next);
    pending.push(...childrenOf(next).reverse());
  }
  walked.set(node, found);
  return found;
}

const IMPORTS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

const text = (node: Node): string => String(node['value']);
const part = (node: Node, name: string): Node | undefined => (isNode(node[name]) ? node[name] : undefined);

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

export function memberOf(node: Node | undefined) {
  if (node?.type !== 'MemberExpression') return undefined;
  return { object: nameOf(part(node, 'object')), property: nameOf(part(node, 'property')) };
}

export function callIn(node: Node) {
  if (node.type !== 'CallExpression') return undefined;
  const given: (Node | undefined)[] = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression);
  return { callee: part(node, 'callee'), given };
}

export function elementIn(node: Node) {
  if (node.type !== 'JSXOpeningElement') return undefined;
  const attributes = (node['attributes'] as Node[]).filter(({ type }) => type === 'JSXAttribute');
  return {
    component: nameOf(part(node, 'name')),
    attributes: new Map(
      attributes.map((attribute) => [nameOf(part(attribute, 'name')) ?? '', part(attribute, 'value')]),
    ),
  };
}

/** Returns module, name there and local name of each import; the names are empty where it has none. */
export function importsOf(tree: Node): { from: string; name: string; as: string }[] {
  const found: { from: string; name: string; as: string }[] = [];
  for (const node of walk(tree)) {
    if (!IMPORTS.has(node.type)) {
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
