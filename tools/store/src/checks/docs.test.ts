// Files and links that the documents name exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NatsAccess, natsAccess } from '@rangavalli/contracts/nats-access';
import { services } from '@rangavalli/contracts/call';
import { calls } from '@rangavalli/contracts/calls';
import { formsOf } from '@rangavalli/new-slice/names';
import { addTemplate } from '@rangavalli/new-slice/templates';
import { Tree } from '@rangavalli/new-slice/tree';
import { ROOT } from '../paths.js';
import { applyEdit, readSteps, type Step } from './guide.js';

const HOW_TO = 'docs/how-to';
const guides = readdirSync(path.join(ROOT, HOW_TO)).map((file) => `${HOW_TO}/${file}`);
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(path.join(ROOT, file)));
const documents = files.filter((file) => file.endsWith('.md'));
const top = new Set(readdirSync(ROOT));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Returns paths such as `services/cart/src`, without placeholders (`<slice>`), commands and patterns. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.@/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') && top.has(name.split('/')[0] ?? ''));

it.each(documents)('%s names files that exist', (file) => {
  expect(pathsIn(read(file)).filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it.each(guides)('%s names the files to change', (file) => {
  expect(pathsIn(read(file)).length).toBeGreaterThan(3);
});

/** Returns the sources of the slices that a guide generates. */
function generatedBy(steps: readonly Step[]): Tree {
  const tree = new Tree(path.join(ROOT, 'none'));
  for (const step of steps) {
    const [, kind, slice] =
      /^npm run new:(remote|service) -- (\S+)$/.exec(step.kind === 'command' ? step.text : '') ?? [];
    if (slice) addTemplate(tree, kind as 'remote' | 'service', formsOf(slice));
  }
  return tree;
}

/** `npm run test:dev` follows them. */
it.each(guides)('%s has edits that fit the sources', (file) => {
  const changed = new Map<string, string>();
  const steps = readSteps(read(file));
  expect(steps).not.toEqual([]);
  const generated = generatedBy(steps);
  const sourceOf = (name: string) =>
    generated.has(name) ? generated.read(name) : existsSync(path.join(ROOT, name)) ? read(name) : undefined;
  for (const step of steps)
    if (step.kind === 'edit') changed.set(step.file, applyEdit(step, changed.get(step.file) ?? sourceOf(step.file)));
});

it('docs/how-to/add-a-slice.md changes the slices that it releases, without which there is nothing to release', () => {
  const steps = readSteps(read(`${HOW_TO}/add-a-slice.md`));
  const releases = steps.flatMap((step, at) => {
    const [, slice] = /^npm run release -- (\S+)$/.exec(step.kind === 'command' ? step.text : '') ?? [];
    return slice ? [{ slice, at }] : [];
  });
  expect(releases).toHaveLength(2);
  const started = steps.findIndex((step) => step.kind === 'command' && step.text === 'npm start');
  for (const { slice, at } of releases) {
    const edited = steps.slice(started, at).flatMap((step) => (step.kind === 'edit' ? [step.file] : []));
    expect(edited).toContainEqual(expect.stringMatching(`^(services/)?${slice}/`));
  }
});

it.each(documents)('%s has no broken link', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to));
  expect(links.filter((to) => !existsSync(path.join(ROOT, path.dirname(file), to)))).toEqual([]);
});

const scriptsOf = (folder: string): string[] =>
  Object.keys((JSON.parse(read(path.join(folder, 'package.json'))) as { scripts?: object }).scripts ?? {});

it.each([...documents, 'tools/store/README.md', 'tools/release/README.md'])('%s names scripts that exist', (file) => {
  const named = [...read(file).matchAll(/npm run ([\w:-]*\w)(?: -w ([\w/-]+))?/g)];
  const missing = named.filter(([, script = '', folder = '']) => {
    const workspace = existsSync(path.join(ROOT, folder, 'package.json')) ? folder : '';
    return !scriptsOf(workspace).includes(script);
  });
  expect(missing.map(([command]) => command)).toEqual([]);
});

it('docs/security.md names tests that exist', () => {
  const names = new Set(files.map((file) => path.basename(file)));
  const named = [...read('docs/security.md').matchAll(/`([\w.-]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

it('docs/architecture.md names the addresses of other parties that services have', () => {
  const [, section = ''] = read('docs/architecture.md').split('## Outside parties');
  const addresses = files
    .filter((file) => /^services\/\w+\/src\/\w+\.config\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^ +(\w+_API_URL):/gm)].map(([, name = '']) => name));
  expect(addresses.length).toBeGreaterThan(4);
  expect(addresses.filter((name) => !section.split('\n## ')[0]?.includes(`\`${name}\``))).toEqual([]);
});

/** Returns the text below a heading, up to the next one of its level. */
function sectionOf(file: string, heading: string): string {
  const level = heading.split(' ')[0] ?? '';
  return read(file).split(`\n${heading}\n`)[1]?.split(`\n${level} `)[0] ?? '';
}

it('docs/beyond-the-spec.md names every call that the specification does not have', () => {
  // `POST|GET /returns`; `POST /password/forgot|reset` are two calls with the same beginning.
  const named = [...read('docs/beyond-the-spec.md').matchAll(/`([A-Z|]+)\s+(\/[^`?]*)[^`]*`/g)].flatMap(
    ([, methods = '', text = '']) => {
      const [first = '', ...others] = text.split('|');
      const paths = [first, ...others.map((last) => first.replace(/[^/]+$/, last))];
      return methods.split('|').flatMap((method) => paths.map((one) => `${method} ${one}`));
    },
  );
  const added = Object.entries(calls).filter(([, { source }]) => source === 'added');
  expect(added.length).toBeGreaterThan(150);
  expect(added.map(([key]) => key).filter((key) => !named.includes(key))).toEqual([]);
});

it('docs/operations.md has the steps by hand of every rotation', () => {
  const section = sectionOf('docs/operations.md', '## Replacing secrets');
  const names = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name);
  const items = [...section.matchAll(/^- \*\*([^*]+)\*\*:/gm)].map(([, name = '']) => name.toLowerCase());
  expect(names).toHaveLength(11);
  // The key of backups is a file, wherever they are made; the database is named by its product.
  const byHand = names.filter((name) => name !== 'backup').map((name) => (name === 'database' ? 'mongodb' : name));
  expect(byHand.filter((name) => !items.includes(name))).toEqual([]);
});

it('docs/security.md has every secret of .env.example in its table of keys', () => {
  const table = sectionOf('docs/security.md', '## Keys');
  const secrets = [...read('.env.example').matchAll(/^#(\w*(?:KEY|SECRET|TOKEN|PASSWORD))=/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/PUBLIC_KEY$|^CLOUDINARY_API_KEY$/.test(name));
  expect(secrets.length).toBeGreaterThan(15);
  expect(secrets.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

it('docs/operations.md names rows and panels that the dashboard has', () => {
  const { panels } = JSON.parse(read('deploy/observability/dashboard.json')) as { panels: { title: string }[] };
  const titles = panels.map(({ title }) => title);
  const text = ['## Where to look first', '## Alerts']
    .map((heading) => sectionOf('docs/operations.md', heading))
    .join();
  const named = [...text.replaceAll(/`[^`]*`/g, '').matchAll(/(?<!\w)_([^_]+)_(?!\w)/g)];
  const names = named.map(([, name = '']) => name.replaceAll(/\s+/g, ' '));
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !titles.includes(name))).toEqual([]);
});

it.each(['remote', 'service'])('docs/how-to/add-a-slice.md has the team and the environment of a new %s', (kind) => {
  const section = sectionOf(`${HOW_TO}/add-a-slice.md`, `## After a new ${kind}`);
  for (const part of ['`.github/CODEOWNERS`', 'namespace/teams.yaml`', '`production-', '`KUBE_CONFIG`'])
    expect(section).toContain(part);
  if (kind === 'remote') expect(section).toContain('`RELEASE_SIGNING_KEY`');
});

it('deploy/README.md names what the manifests leave to the shop', () => {
  const readme = read('deploy/README.md');
  const manifests = files.filter((file) => /^deploy\/kubernetes\/slices\/[\w-]+\/deployment\.yaml$/.test(file));
  const placeholders = /\{ name: (\w+), value: '(?:|[^']*@shop\.example>?)' \}/g;
  const left = manifests.flatMap((file) => [...read(file).matchAll(placeholders)].map(([, name = '']) => name));
  expect(left).toContain('MAIL_FROM');
  expect(left.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  expect(read('deploy/kubernetes/cluster/issuer.yaml')).toContain('email: operations@shop.example');
  expect(readme).toContain('cluster/issuer.yaml');
});

it('README.md links every guide', () => {
  const readme = read('README.md');
  expect(guides.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
});

const whereToChangeWhat = read('README.md').split('## Where to change what')[1]?.split('\n## ')[0] ?? '';

it.each([
  'how long stock is held',
  'order confirmation email',
  'dead letters are replayed',
  'low-stock threshold',
  'a product field',
  'a catalogue page',
  'password rules',
  'login rate limit',
  'event retries',
  'stock on cancellation',
])('README.md names the place of: %s', (topic) => {
  const row = whereToChangeWhat.split('\n').find((line) => line.includes(topic)) ?? '';
  const places = pathsIn(row).concat([...row.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to));
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  const constants = [...row.matchAll(/`([A-Z][A-Z_]{4,})`/g)].map(([, name = '']) => name);
  const text = places.map((name) => (name.endsWith('.ts') ? read(name) : '')).join('\n');
  expect(constants.filter((name) => !text.includes(name))).toEqual([]);
});

it('docs/operations.md has the retention of every collection', () => {
  const [, section = ''] = read('docs/operations.md').split('## Data retention');
  const collections = files
    .filter((file) => /^services\/(?!user\/).*\.schema\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/collection: '(\w+)'/g)].map(([, name = '']) => name));
  expect(collections.length).toBeGreaterThan(30);
  expect(collections.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

/** `order.placed|expired` names `order.placed` and `order.expired`. */
const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/`([\w.]+(?:\|\w+)*)`/g)].flatMap(([, name = '']) => {
      const [first = '', ...others] = name.split('|');
      return [first, ...others.map((last) => first.replace(/\w+$/, last))];
    }),
  );

describe.each(services)('the README of %s', (service) => {
  const readme = read(`services/${service}/README.md`);
  const names = namesIn(readme);
  const configFile = `services/${service}/src/${service}.config.ts`;

  it('names the commands and events of the service', () => {
    const { publishes, consumes, serves, requests }: NatsAccess = natsAccess[service];
    const consumed = readme.includes('What it consumes is in `nats-access.ts`') ? [] : consumes;
    expect([...publishes, ...consumed, ...serves, ...requests].filter((name) => !names.has(name))).toEqual([]);
  });

  it('names the environment variables of the service', () => {
    const config = existsSync(path.join(ROOT, configFile)) ? read(configFile) : '';
    const variables = [...config.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
    expect(variables.filter((name) => !names.has(name))).toEqual([]);
  });
});
