import { windowEvents } from '@rangavalli/contracts/browser';
import { fragmentOwner, remotes } from '@rangavalli/contracts/fragments';
import { callIn, childrenOf, elementIn, importsOf, memberOf, type Node, nameOf, textsOf, walk } from './ast.js';
import { kitModule, type Source } from './sources.js';

export interface Usage {
  calls: Set<string>;
  /** `<container>/<exposed>`. */
  fragments: Set<string>;
  emits: Set<string>;
  listens: Set<string>;
  /** Uses that can't be read from the source, as `file: what`. */
  unreadable: string[];
}

/** Functions of web-kit that access other slices, and their modules. */
const WEB_KIT_FUNCTIONS: Readonly<Record<string, string>> = {
  call: 'data/api',
  callForFile: 'data/api',
  emit: 'dom/events',
  listen: 'dom/events',
  useWindowEvent: 'dom/events',
};
/** Makes the calls that others name. */
export const API_CLIENT = 'packages/web-kit/src/data/api.ts';
/** Modules whose requests are no calls of the contracts: the registry, releases, uploads and the API client itself. */
const OTHER_REQUESTS = new Set([
  API_CLIENT,
  'packages/web-kit/src/data/upload.ts',
  'shell/server/releases/registry-reader.ts',
  'shell/server/render/remote-bundles.ts',
]);
/** Passes its props on. */
const FRAGMENT = 'packages/web-kit/src/ui/Fragment.tsx';

/** Reads the sources of a frontend. Names that the contracts do not have are included: no slice offers them. */
export function scan(sources: readonly Source[]): Usage {
  const usage: Usage = { calls: new Set(), fragments: new Set(), emits: new Set(), listens: new Set(), unreadable: [] };
  for (const source of sources) scanOne(source, usage);
  return usage;
}

function scanOne({ file, tree }: Source, usage: Usage): void {
  const reportUnreadable = (what: string): void => void usage.unreadable.push(`${file}: ${what}`);
  const webKitFunctions = new Map(
    importsOf(tree)
      .filter(({ from, name }) => WEB_KIT_FUNCTIONS[name] && kitModule(file, from) === WEB_KIT_FUNCTIONS[name])
      .map(({ as, name }) => [as, name]),
  );
  const called = new Set<Node>();
  for (const node of walk(tree)) {
    const call = callIn(node);
    const callee = nameOf(call?.callee);
    if (call && callee === 'fetch') readFetch(file, call.given, usage);
    if (call && callee === 'read' && textsOf(call.given[0])?.[0]?.startsWith('GET /'))
      readCall(call.given[0], usage, reportUnreadable);
    const webKitFunction = webKitFunctions.get(callee ?? '');
    if (call?.callee && webKitFunction) {
      called.add(call.callee);
      if (WEB_KIT_FUNCTIONS[webKitFunction] === 'data/api') readCall(call.given[0], usage, reportUnreadable);
      else readWindowEvent(webKitFunction, call.given[0], usage, reportUnreadable);
    }
    const element = elementIn(node);
    if (element && file !== FRAGMENT) readElement(element, usage, reportUnreadable);
  }
  for (const name of findIndirectUses(tree, webKitFunctions, called))
    reportUnreadable(`${name} is not called where it is named`);
}

function readCall(key: Node | undefined, usage: Usage, reportUnreadable: (what: string) => void): void {
  const keys = textsOf(key);
  if (!keys) return reportUnreadable('a call whose name is not written out');
  for (const one of keys) usage.calls.add(one);
}

function readWindowEvent(
  how: string,
  name: Node | undefined,
  usage: Usage,
  reportUnreadable: (what: string) => void,
): void {
  const { object, property } = memberOf(name) ?? {};
  if (object !== 'windowEvents' || !property || !(property in windowEvents))
    return reportUnreadable('a window event that is not named as windowEvents.…');
  (how === 'emit' ? usage.emits : usage.listens).add(windowEvents[property as keyof typeof windowEvents]);
}

/** Reads `fetch('/api/users/logout', { method: 'POST' })`, or `${…api}/products/getAll` on the server. */
function readFetch(file: string, [address, options]: (Node | undefined)[], usage: Usage): void {
  if (OTHER_REQUESTS.has(file)) return;
  const path = apiPath(address);
  if (path === null) return;
  if (path === undefined) return void usage.unreadable.push(`${file}: a request whose address is not written out`);
  const method =
    options &&
    childrenOf(options).find(
      (property) => property.type === 'KeyValueProperty' && nameOf(property['key'] as Node) === 'method',
    );
  const [verb = 'GET'] = (method && textsOf(method['value'] as Node)) ?? [];
  usage.calls.add(`${verb} ${path}`);
}

/** Returns the path below `/api`; null for another address; undefined when it can't be read. */
function apiPath(address: Node | undefined): string | null | undefined {
  const [text] = textsOf(address) ?? [];
  if (text !== undefined) return text.startsWith('/api/') ? text.slice('/api'.length) : null;
  if (address?.type !== 'TemplateLiteral') return undefined;
  const [start, ...rest] = (address['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked);
  const [base, ...others] = address['expressions'] as Node[];
  return start === '' && memberOf(base)?.property === 'api' && others.length === 0 ? rest.join('') : undefined;
}

function readElement(
  { component, attributes }: NonNullable<ReturnType<typeof elementIn>>,
  usage: Usage,
  reportUnreadable: (what: string) => void,
): void {
  if (component === 'Fragment' && attributes.has('name')) {
    const names = textsOf(attributes.get('name'));
    if (!names) return reportUnreadable('a fragment whose name is not written out');
    for (const name of names)
      usage.fragments.add(`${(fragmentOwner as Readonly<Record<string, string>>)[name] ?? '?'}/${name}`);
  }
  if (component === 'RemoteBoundary') {
    const exposed = textsOf(attributes.get('exposed'));
    if (!exposed) return reportUnreadable('a part of a remote whose name is not written out');
    // The shell's routes pass the remote as a variable: it may be any.
    const owners = textsOf(attributes.get('remote')) ?? Object.keys(remotes);
    for (const owner of owners)
      for (const name of exposed) if (isAgreed(owner, name)) usage.fragments.add(`${owner}/${name}`);
  }
}

/** The design page shows a missing fragment on purpose. */
const isAgreed = (owner: string, exposed: string): boolean =>
  (remotes as Readonly<Record<string, { exposes: readonly string[] }>>)[owner]?.exposes.includes(exposed) === true;

/** Returns web-kit functions that are passed on instead of called, so that their arguments can't be read. */
function findIndirectUses(
  tree: Node,
  webKitFunctions: ReadonlyMap<string, string>,
  called: ReadonlySet<Node>,
): string[] {
  const found: string[] = [];
  if (webKitFunctions.size === 0) return found;
  const look = (node: Node): void => {
    const name = nameOf(node);
    if (name !== undefined && webKitFunctions.has(name) && !called.has(node)) found.push(name);
    for (const child of childrenOf(node)) if (!isNameOnly(node, child)) look(child);
  };
  look(tree);
  return found;
}

const EXPRESSIONS = new Set(['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression', 'TsConstAssertion']);

/** Imports, properties, attributes and types may have the function's name. */
function isNameOnly(parent: Node, child: Node): boolean {
  if (parent.type.startsWith('Import') || (parent.type.startsWith('Ts') && !EXPRESSIONS.has(parent.type))) return true;
  if (parent.type === 'MemberExpression') return parent['property'] === child;
  if (parent.type === 'KeyValueProperty') return parent['key'] === child;
  return parent.type === 'JSXAttribute' && parent['name'] === child;
}
