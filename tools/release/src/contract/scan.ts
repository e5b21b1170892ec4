import { windowEvents } from '@rangavalli/contracts/browser';
import { fragmentOwner, remotes } from '@rangavalli/contracts/fragments';
import { callIn, childrenOf, elementIn, importsOf, memberOf, type Node, nameOf, textsOf, walk } from './ast.js';
import { kitModule, type Source } from './sources.js';

/** What a frontend's sources say of others, by the contracts' names. */
export interface Said {
  calls: Set<string>;
  /** `<container>/<exposed>`. */
  fragments: Set<string>;
  tells: Set<string>;
  hears: Set<string>;
  /** Places where something is said that cannot be told from the source: `file: what`. */
  unreadable: string[];
}

/** The functions of web-kit by which one slice reaches another. */
const REACHING: Readonly<Record<string, string>> = {
  call: 'data/api',
  emit: 'dom/events',
  listen: 'dom/events',
  useWindowEvent: 'dom/events',
};
/** Requests that are no calls of the contracts, or are made for them: the registry and releases, and `call` itself. */
const OTHER_REQUESTS = new Set([
  'packages/web-kit/src/data/api.ts',
  'shell/server/releases/registry-reader.ts',
  'shell/server/render/remote-bundles.ts',
]);
/** Components that pass on what they are given. */
const PASSING_ON = new Set(['packages/web-kit/src/ui/Fragment.tsx']);

/** Reads what sources say of others. Names that the contracts do not know are kept: nobody offers them. */
export function scan(sources: readonly Source[]): Said {
  const said: Said = { calls: new Set(), fragments: new Set(), tells: new Set(), hears: new Set(), unreadable: [] };
  for (const source of sources) scanOne(source, said);
  return said;
}

function scanOne({ file, tree }: Source, said: Said): void {
  const cannotRead = (what: string): void => void said.unreadable.push(`${file}: ${what}`);
  const reaching = new Map(
    importsOf(tree)
      .filter(({ from, name }) => REACHING[name] && kitModule(file, from) === REACHING[name])
      .map(({ as, name }) => [as, name]),
  );
  const called = new Set<Node>();
  for (const node of walk(tree)) {
    const call = callIn(node);
    const callee = nameOf(call?.callee);
    if (call && callee === 'fetch') readFetch(file, call.given, said);
    // `PublicRead` of a remote's sitemap entries.
    if (call && callee === 'read' && textsOf(call.given[0])?.[0]?.startsWith('GET /'))
      readCall(call.given[0], said, cannotRead);
    const reached = reaching.get(callee ?? '');
    if (call?.callee && reached) {
      called.add(call.callee);
      if (reached === 'call') readCall(call.given[0], said, cannotRead);
      else readWindowEvent(reached, call.given[0], said, cannotRead);
    }
    const element = elementIn(node);
    if (element && !PASSING_ON.has(file)) readElement(element, said, cannotRead);
  }
  for (const name of usesElsewhere(tree, reaching, called)) cannotRead(`${name} is not called where it is named`);
}

function readCall(key: Node | undefined, said: Said, cannotRead: (what: string) => void): void {
  const keys = textsOf(key);
  if (!keys) return cannotRead('a call whose name is not written out');
  for (const one of keys) said.calls.add(one);
}

function readWindowEvent(how: string, name: Node | undefined, said: Said, cannotRead: (what: string) => void): void {
  const { object, property } = memberOf(name) ?? {};
  if (object !== 'windowEvents' || !property || !(property in windowEvents))
    return cannotRead('a window event that is not named as windowEvents.…');
  (how === 'emit' ? said.tells : said.hears).add(windowEvents[property as keyof typeof windowEvents]);
}

/** `fetch('/api/users/logout', { method: 'POST' })`, or `${…api}/products/getAll` on a server. */
function readFetch(file: string, [address, options]: (Node | undefined)[], said: Said): void {
  if (OTHER_REQUESTS.has(file)) return;
  const path = apiPath(address);
  if (path === null) return;
  if (path === undefined) return void said.unreadable.push(`${file}: a request whose address is not written out`);
  const method =
    options &&
    childrenOf(options).find(
      (property) => property.type === 'KeyValueProperty' && nameOf(property['key'] as Node) === 'method',
    );
  const [verb = 'GET'] = (method && textsOf(method['value'] as Node)) ?? [];
  said.calls.add(`${verb} ${path}`);
}

/** The path below `/api`; null: elsewhere; undefined: it cannot be told. */
function apiPath(address: Node | undefined): string | null | undefined {
  const [text] = textsOf(address) ?? [];
  if (text !== undefined) return text.startsWith('/api/') ? text.slice('/api'.length) : null;
  if (address?.type !== 'TemplateLiteral') return undefined;
  const [start, ...rest] = (address['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked);
  const [base, ...others] = address['expressions'] as Node[];
  return start === '' && memberOf(base)?.property === 'api' && others.length === 0 ? rest.join('') : undefined;
}

function readElement(
  { component, attributes }: { component: string | undefined; attributes: Map<string, Node | undefined> },
  said: Said,
  cannotRead: (what: string) => void,
): void {
  if (component === 'Fragment' && attributes.has('name')) {
    const names = textsOf(attributes.get('name'));
    if (!names) return cannotRead('a fragment whose name is not written out');
    for (const name of names)
      said.fragments.add(`${(fragmentOwner as Readonly<Record<string, string>>)[name] ?? '?'}/${name}`);
  }
  if (component === 'RemoteBoundary') {
    const exposed = textsOf(attributes.get('exposed'));
    if (!exposed) return cannotRead('a part of a remote whose name is not written out');
    // The shell's routes name the remote by a variable: it may be any.
    const owners = textsOf(attributes.get('remote')) ?? Object.keys(remotes);
    for (const owner of owners)
      for (const name of exposed) if (isAgreed(owner, name)) said.fragments.add(`${owner}/${name}`);
  }
}

/** What no contract knows is shown on purpose: the design page's missing part. */
const isAgreed = (owner: string, exposed: string): boolean =>
  Object.entries(remotes).some(
    ([container, { exposes }]) => container === owner && (exposes as readonly string[]).includes(exposed),
  );

/** Reaching functions that are handed on instead of called, so that what they are given is not seen. */
function usesElsewhere(tree: Node, reaching: ReadonlyMap<string, string>, called: ReadonlySet<Node>): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    const name = nameOf(node);
    if (name !== undefined && reaching.has(name) && !called.has(node)) found.push(name);
    for (const child of childrenOf(node)) if (!isOnlyAName(node, child)) look(child);
  };
  look(tree);
  return found;
}

const EXPRESSIONS = new Set(['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression', 'TsConstAssertion']);

/** Imports, properties, attributes and types may be called like the function without being it. */
function isOnlyAName(parent: Node, child: Node): boolean {
  if (parent.type.startsWith('Import') || (parent.type.startsWith('Ts') && !EXPRESSIONS.has(parent.type))) return true;
  if (parent.type === 'MemberExpression') return parent['property'] === child;
  if (parent.type === 'KeyValueProperty') return parent['key'] === child;
  return parent.type === 'JSXAttribute' && parent['name'] === child;
}
