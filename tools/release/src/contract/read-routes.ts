// Reads the paths of a remote's <Route> elements from its sources.
import path from 'node:path';
import { callIn, childrenOf, importsOf, memberOf, type Node, nameOf, textsOf, walk } from './ast.js';
import type { Source } from './sources.js';

export interface FoundRoutes {
  /** Absolute: `/product/:id`; `/user/*` where the route also matches what is below. */
  paths: string[];
  /** Routes that can't be read, as `file: what`. */
  unreadable: string[];
}

/** Functions that take routes as objects. */
const OBJECT_ROUTES = /^(?:useRoutes|create\w+Router|createRoutesFrom\w+)$/;
const MODULES = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);
const WRAPPERS = new Set([
  'JSXExpressionContainer',
  'ParenthesisExpression',
  'TsConstAssertion',
  'TsSatisfiesExpression',
  'TsAsExpression',
]);

/** Where a node is read: below these paths, with the lists that callbacks of `.map` get their argument from. */
interface Place {
  bases: readonly string[];
  lists: ReadonlyMap<string, string>;
}

/**
 * Reads relative paths with those of their parents. A path is a literal, a constant, or a property of a list that is
 * written out: `collections.map((collection) => <Route path={collection.path} />)`. A route below another one may have
 * a path that can't be read: it stands as `/user/*`.
 */
export function readRoutes(sources: readonly Source[]): FoundRoutes {
  const found: FoundRoutes = { paths: [], unreadable: [] };
  for (const source of sources) {
    const names = importsOf(source.tree).filter(({ name }) => name === 'Route');
    new RouteReader(source, new Set(names.map(({ as }) => as)), sources, found).read();
  }
  return found;
}

class RouteReader {
  constructor(
    private readonly source: Source,
    /** `Route`, or what the file imports it as. */
    private readonly names: ReadonlySet<string>,
    private readonly sources: readonly Source[],
    private readonly found: FoundRoutes,
  ) {}

  read(): void {
    this.visit(this.source.tree, { bases: [''], lists: new Map() });
  }

  private visit(node: Node, place: Place): void {
    if (MODULES.has(node.type) || node.type === 'JSXClosingElement') return;
    const name = nameOf(node) ?? '';
    if (OBJECT_ROUTES.test(name)) this.reportUnreadable(`${name} takes routes that are no <Route> elements`);
    if (this.names.has(name)) this.reportUnreadable(`${name} is used otherwise than as <${name}>`);
    if (node.type === 'JSXOpeningElement') return this.visitAll(node['attributes'] as Node[], place);
    if (node.type === 'JSXElement' && this.isRoute(node['opening'] as Node))
      return this.visitAll(childrenOf(node), { ...place, bases: this.readRoute(node['opening'] as Node, place) });
    this.visitAll(childrenOf(node), { ...place, lists: withMappedList(node, place.lists) });
  }

  private visitAll(nodes: readonly Node[], place: Place): void {
    for (const node of nodes) this.visit(node, place);
  }

  private isRoute({ name }: Node): boolean {
    const component = name as Node;
    const isMember = component.type === 'JSXMemberExpression' && nameOf(component['property'] as Node) === 'Route';
    return isMember || this.names.has(nameOf(component) ?? '');
  }

  /** @returns the paths of the route, to which those of its children are relative */
  private readRoute(opening: Node, { bases, lists }: Place): readonly string[] {
    const attributes = opening['attributes'] as Node[];
    const attribute = attributes.find((one) => nameOf(one['name'] as Node | undefined) === 'path');
    const hasSpread = attributes.some(({ type }) => type !== 'JSXAttribute');
    if (!attribute && !hasSpread) return bases;
    const texts = hasSpread ? undefined : this.valuesOf(attribute?.['value'] as Node | undefined, lists);
    // Optional segments are not needed so far.
    if (!texts || texts.some((text) => text.includes('?'))) {
      if (bases.includes(''))
        this.reportUnreadable('the path of a <Route> is no literal, no constant, and not from a list of literals');
      this.found.paths.push(...bases.filter(Boolean).map((base) => `${base}/*`));
      return bases;
    }
    const paths = bases.flatMap((base) => texts.map((text) => joined(base, text)));
    // `*` alone is the screen for addresses without another one.
    if (!texts.includes('*')) this.found.paths.push(...paths);
    return paths.map((one) => one.replace(/\/\*$/, ''));
  }

  private reportUnreadable(what: string): void {
    this.found.unreadable.push(`${this.source.file}: ${what}`);
  }

  /** Returns every text that an expression can be; undefined where that can't be read. */
  private valuesOf(node: Node | undefined, lists: ReadonlyMap<string, string>): string[] | undefined {
    const texts = textsOf(node);
    if (texts || !node) return texts;
    if (WRAPPERS.has(node.type)) return this.valuesOf(node['expression'] as Node, lists);
    const { object, property } = memberOf(node) ?? {};
    const list = lists.get(object ?? '');
    if (list === undefined) return textsOf(this.constant(nameOf(node)));
    const elements = this.constant(list)?.['elements'] as ({ spread: unknown; expression: Node } | null)[] | undefined;
    const values = elements?.map((element) =>
      element && !element.spread ? textsOf(propertyOf(element.expression, property)) : undefined,
    );
    return values?.every((value) => value !== undefined) ? values.flat() : undefined;
  }

  /** Returns the value of a constant of this file, or of one that it imports from the slice. */
  private constant(name: string | undefined): Node | undefined {
    if (name === undefined) return undefined;
    const own = constantIn(this.source.tree, name);
    if (own) return own;
    const imported = importsOf(this.source.tree).find(({ as, from }) => as === name && from.startsWith('.'));
    if (!imported) return undefined;
    const target = path.join(path.dirname(this.source.file), imported.from).replace(/\.js$/, '');
    const source = this.sources.find(({ file }) => file.replace(/\.tsx?$/, '') === target);
    return source && constantIn(source.tree, imported.name);
  }
}

/**
 * Returns the paths of a constant list of pages that is written out.
 * @throws Error for one that can't be read
 */
export function readListedPaths(sources: readonly Source[], file: string, name: string): string[] {
  const source = sources.find((one) => one.file === file);
  const list = source && constantIn(source.tree, name);
  const elements = (list?.['elements'] ?? []) as ({ expression: Node } | null)[];
  const paths = elements.flatMap((element) => {
    const value = element ? propertyOf(element.expression, 'path') : undefined;
    return textsOf(value) ?? textsOf(source && constantIn(source.tree, nameOf(value) ?? '')) ?? [];
  });
  if (paths.length === 0 || paths.length !== elements.length)
    throw new Error(`${file}: the paths of ${name} are no literals or constants`);
  return paths;
}

const joined = (base: string, one: string): string =>
  `${one.startsWith('/') ? '' : `${base}/`}${one}`.replace(/(.)\/$/, '$1');

function withMappedList(node: Node, lists: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { callee, given = [] } = callIn(node) ?? {};
  const { object, property } = memberOf(callee) ?? {};
  const [parameter] = (given[0]?.type === 'ArrowFunctionExpression' ? (given[0]['params'] as Node[]) : []) ?? [];
  const name = nameOf(parameter);
  return property === 'map' && object && name ? new Map(lists).set(name, object) : lists;
}

function constantIn(tree: Node, name: string): Node | undefined {
  const declared = walk(tree)
    .filter((node) => node.type === 'VariableDeclaration' && node['kind'] === 'const')
    .flatMap((node) => node['declarations'] as Node[])
    .filter((node) => nameOf(node['id'] as Node) === name);
  let value = declared.length === 1 ? (declared[0]?.['init'] as Node | null) : null;
  while (value && WRAPPERS.has(value.type)) value = value['expression'] as Node;
  return value ?? undefined;
}

const propertyOf = (object: Node, name: string | undefined): Node | undefined =>
  (object['properties'] as Node[] | undefined)?.find(
    (property) => property.type === 'KeyValueProperty' && nameOf(property['key'] as Node) === name,
  )?.['value'] as Node | undefined;
