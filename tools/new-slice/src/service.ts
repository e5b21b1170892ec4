import { inPlaceOf, type Names } from './names.js';
import { addSurroundings, type Model } from './surroundings.js';
import { addTemplate } from './templates.js';
import type { Tree } from './tree.js';

const MODEL: Model = { slice: 'cart', folder: 'services/cart', workspace: '@rangavalli/cart', leftOut: ['fast-check'] };

const portIn = (dockerfile: string): number => Number(/\bPORT=(\d+)/.exec(dockerfile)?.[1] ?? 0);

/** Everything of a new service with two calls and a database of its own. It tells and hears no events yet. */
export function newService(tree: Tree, names: Names): void {
  const { slice, name } = names;
  const dockerfiles = tree.filesBelow('services').filter((file) => /^services\/[^/]+\/Dockerfile$/.test(file));
  const port = Math.max(...dockerfiles.map((file) => portIn(tree.read(file)))) + 1;
  const modelPort = portIn(tree.read(`${MODEL.folder}/Dockerfile`));
  const withPort = (text: string): string => text.replaceAll(new RegExp(`\\b${modelPort}\\b`, 'g'), String(port));
  const like = (text: string): string => withPort(inPlaceOf(MODEL.slice, slice)(text));
  addTemplate(tree, 'service', names);
  addSurroundings(tree, MODEL, names, withPort);

  tree.addLine('.env.example', /#NATS_PASSWORD_CART=/, like);
  tree.addLine('.env.example', /#CART_MONGODB_URI=/, like);
  tree.replace('.env.example', /\bfor name in CATALOG CART\b/g, (found) => `${found} ${names.NAME}`);
  tree.addLine('docker-compose.yml', /NATS_PASSWORD_CART: \$\{NATS_PASSWORD_CART:.*/, like);
  tree.addLine('docker-compose.yml', /CART_URL: .*/, like);
  tree.replace('docker-compose.yml', /depends_on: \[catalog, cart\b/g, (found) => `${found}, ${slice}`);
  tree.addLine('deploy/kubernetes/slices/gateway/deployment.yaml', /- \{ name: CART_URL, .*/, like);
  for (const part of ['namespace', 'nats'])
    tree.replace(
      `deploy/kubernetes/${part}/network.yaml`,
      /values: \[catalog, cart\b/g,
      (found) => `${found}, ${slice}`,
    );
  const seen = 'deploy/observability';
  tree.addLine(`${seen}/compose.yml`, /cart: \*traced/, like);
  tree.addLine(`${seen}/prometheus.yml`, /- \{ names: \[cart\], .*/, like);
  for (const file of ['prometheus.kubernetes.yml', 'network.yaml'])
    tree.replace(
      `${seen}/${file}`,
      /\bcatalog, ?cart\b/g,
      (found) => `${found}${found.includes(' ') ? ', ' : ','}${slice}`,
    );
  tree.replace(`${seen}/rules.yml`, /\|cart\|/g, (found) => `${found}${slice}|`, 2);
  tree.replace(`${seen}/rules.yml`, / or absent\(up\{job="cart"\}\)/g, (found) => found + like(found));
  tree.replace('deploy/README.md', /`NATS_PASSWORD_CART`, /g, (found) => found + like(found));
  tree.replace('deploy/README.md', /`rangavalli-cart`, /g, (found) => found + like(found));
  tree.replace('gateway/README.md', /`CART_URL`/g, (found) => `${found} ${like(found)}`);
  tree.addLine(
    'README.md',
    /\| \[services\/user\]\(services\/user\) .*/,
    () => `| [services/${slice}](services/${slice}) | ${name} |`,
  );

  const contracts = 'packages/contracts/src';
  tree.replace(
    `${contracts}/call.ts`,
    /(export const services = \[[^\]]*)\]/g,
    (_found, list) => `${list}, '${slice}']`,
  );
  tree.addLine(
    `${contracts}/calls.ts`,
    /import \{ paymentCalls \} .*/,
    () => `import { ${name}Calls } from './calls/${name}.js';`,
  );
  tree.addLine(`${contracts}/calls.ts`, /\.\.\.userCalls,/, () => `...${name}Calls,`);
  tree.replace(
    `${contracts}/nats-access.ts`,
    /^ {2}gateway: \{/gm,
    (found) => `  ${name}: { tells: [], hears: [], answers: [], asks: [] },\n${found}`,
  );
  tree.addLine('e2e/src/security/access-matrix.ts', /'POST \/cart\/merge': \{.*/, () =>
    [
      `'GET /${name}': { expected: customers, request: nothing },`,
      `'POST /${name}/add': { expected: customers, request: () => ({ body: { text: 'A text' } }) },`,
    ].join('\n  '),
  );
}
