import { renameSlice, type Names } from './names.js';
import { addSurroundings, type Model } from './surroundings.js';
import { addTemplate } from './templates.js';
import type { Tree } from './tree.js';

const MODEL: Model = {
  slice: 'cart',
  folder: 'services/cart',
  workspace: '@rangavalli/cart',
  leftOut: ['fast-check', 'lru-cache', 'zod'],
};

export function newService(tree: Tree, names: Names): void {
  const { slice, name } = names;
  const like = renameSlice(MODEL.slice, slice);
  addTemplate(tree, 'service', names);
  addSurroundings(tree, MODEL, names);

  tree.addLine('.env.example', /#NATS_PASSWORD_CART=/, like);
  tree.addLine('.env.example', /#CART_MONGODB_URI=/, like);
  tree.addLine('.env.example', /#MONGO_PASSWORD_CART=/, like);
  tree.addLine('docker-compose.yml', /NATS_PASSWORD_CART: \$\{NATS_PASSWORD_CART:.*/, like);
  tree.addLine('docker-compose.yml', /MONGO_PASSWORD_CART: \$\{MONGO_PASSWORD_CART:.*/, like);
  tree.addLine('docker-compose.yml', /CART_URL: .*/, like);
  tree.replace('docker-compose.yml', /depends_on: \[catalog, cart\b/g, (found) => `${found}, ${slice}`);
  tree.addLine('deploy/kubernetes/slices/gateway/deployment.yaml', /- \{ name: CART_URL, .*/, like);
  const block = (found: string): string => found + like(found);
  tree.replace(
    'deploy/kubernetes/namespace/secrets.yaml',
    /---\n(?:.*\n){3} {2}name: rangavalli-cart\n(?:(?!---).*\n)+/g,
    block,
  );
  tree.replace('deploy/kubernetes/mongo/mongo.yaml', /^ {4}- name: cart\n(?: {6}.+\n)+/gm, block);
  tree.replace('deploy/kubernetes/nats/nats.yaml', /^ +- name: NATS_PASSWORD_CART\n.+\n/gm, block);
  const observability = 'deploy/observability';
  tree.addLine(`${observability}/compose.yml`, /cart: \*traced/, like);
  tree.replace(`${observability}/prometheus.yml`, /names: \[catalog, cart\b/g, (found) => `${found}, ${slice}`);
  tree.replace(`${observability}/rules.yml`, /\|cart\|/g, (found) => `${found}${slice}|`, 2);
  tree.replace(`${observability}/rules.yml`, / or absent\(up\{job="cart"\}\)/g, (found) => found + like(found));
  tree.addLine(`${observability}/rules.test.yml`, /- \{ series: 'up\{job="cart",.*/, like);
  tree.addLine(
    'README.md',
    /\| \[services\/user\]\(services\/user\) .*/,
    () => `| [services/${slice}](services/${slice}) | ${name} |`,
  );

  tree.addLine(
    'docs/beyond-the-spec.md',
    /- search: `GET\|POST .*/,
    () => `- ${name}: \`GET /${name}\`, \`POST /${name}/add\``,
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
    (found) => `  ${name}: { publishes: [], consumes: [], serves: [], requests: [] },\n${found}`,
  );
  tree.addLine('e2e/src/security/access-matrix.ts', /'POST \/cart\/merge': \{.*\},/, () =>
    [`'GET /${name}': {},`, `'POST /${name}/add': { request: () => ({ body: { text: 'A text' } }) },`].join('\n  '),
  );
}
