import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renameSlice, namesOf } from './names.js';
import { newRemote } from './remote.js';
import { newService } from './service.js';
import { NotPossible, Tree } from './tree.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');

describe('a new slice in this project', () => {
  it('finds every line to change for a remote', () => {
    const tree = new Tree(ROOT);
    newRemote(tree, namesOf('remote', 'mf-tryout', tree));
    const manifest = JSON.parse(tree.read('mf-tryout/package.json')) as { name: string; dependencies: object };
    expect(manifest.name).toBe('mf-tryout');
    // Further ones of the model would be unused.
    expect(Object.keys(manifest.dependencies)).toEqual([
      '@rangavalli/contracts',
      '@rangavalli/web-kit',
      'react',
      'react-dom',
    ]);
    expect(tree.read('docker-compose.yml')).toContain('SLICE: mf-tryout }');
    expect(tree.read('packages/contracts/src/fragments.ts')).toContain(
      "mf_tryout: { slice: 'mf-tryout', exposes: ['routes'] }",
    );
    expect(tree.read('mf-tryout/src/pages.ts')).toContain("path: '/tryout', title: 'Tryout'");
    expect(JSON.parse(tree.read('packages/build-kit/budgets.json'))).toMatchObject({
      slices: { 'mf-tryout': { routes: {} }, 'mf-admin': { routes: {} } },
    });
    expect(tree.read('mf-tryout/src/routes.tsx')).not.toContain('__');
  });

  it('finds every line to change for a service, and for a second one', () => {
    const tree = new Tree(ROOT);
    for (const name of ['tryouts', 'another']) newService(tree, namesOf('service', name, tree));
    expect(tree.read('packages/contracts/src/call.ts')).toContain("'tryouts', 'another'] as const");
    expect(tree.read('docker-compose.yml')).toContain('TRYOUTS_URL: http://tryouts:3000');
    expect(tree.read('.github/CODEOWNERS')).toContain('/services/tryouts/ @rangavalli/checkout\n');
    const kubernetes = (file: string) => tree.read(`deploy/kubernetes/${file}`);
    expect(kubernetes('namespace/teams.yaml')).toContain('rangavalli-cart, rangavalli-another, rangavalli-tryouts');
    expect(kubernetes('namespace/secrets.yaml')).toContain('extract: { key: rangavalli/tryouts }');
    expect(kubernetes('mongo/mongo.yaml')).toContain('key: MONGO_PASSWORD_ANOTHER');
    for (const name of ['TRYOUTS', 'ANOTHER'])
      expect(kubernetes('nats/nats.yaml')).toContain(
        `secretKeyRef: { name: rangavalli-nats, key: NATS_PASSWORD_${name} }`,
      );
    const matrix = tree.read('e2e/src/security/access-matrix.ts');
    for (const name of ['tryouts', 'another']) {
      expect(tree.read(`packages/contracts/src/calls/${name}.ts`).match(/access: 'customer'/g)).toHaveLength(2);
      expect(matrix).toContain(`  'GET /${name}': {},\n  'POST /${name}/add': { request: () => (`);
      expect(tree.read('docs/beyond-the-spec.md')).toContain(`\n- ${name}: \`GET /${name}\`, \`POST /${name}/add\`\n`);
    }
    expect(tree.read('services/tryouts/src/main.ts')).toContain('tryoutsService');
    // `npm test -w` brings both.
    expect(tree.read('services/tryouts/README.md')).not.toMatch(/nats-server|TEST_MONGODB_URI/);
  });

  it('writes nothing before `write`', () => {
    const before = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
    const tree = new Tree(ROOT);
    newRemote(tree, namesOf('remote', 'mf-tryout', tree));
    expect(tree.read('package.json')).toContain('mf-tryout');
    expect(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).toBe(before);
  });

  it('names a line that is missing', () => {
    const tree = new Tree(ROOT);
    expect(() => tree.addLine('package.json', /"mf-nowhere",/, (found) => found)).toThrow(
      /package\.json has 0 matches of .*"mf-nowhere"/,
    );
    expect(() => tree.read('no/such/file')).toThrow('no/such/file does not exist');
    expect(() => tree.add('package.json', '')).toThrow('package.json exists');
  });

  it.each([
    ['remote', 'tryout', 'mf- and one lowercase word'],
    ['remote', 'mf-', 'mf- and one lowercase word'],
    ['remote', undefined, 'mf- and one lowercase word'],
    ['remote', 'mf-catalog', 'exists'],
    ['remote', 'mf-cart', 'mf-checkout/src/pages.ts'],
    ['remote', 'mf-user', 'mf-account/src/pages.ts'],
    ['remote', 'mf-contact', 'shell/src/pages/pages.ts'],
    ['remote', 'mf-design', 'shell/src/pages/pages.ts'],
    ['remote', 'mf-media', 'packages/contracts/src/reserved-paths.ts'],
    ['service', 'mf-tryout', 'one lowercase word'],
    ['service', 'Reviews', 'one lowercase word'],
    ['service', 'cart', 'exists'],
    ['service', 'gateway', 'this project'],
    ['service', 'admin', 'the administrator of the database'],
    ['service', 'backup', 'deploy/kubernetes/mongo/mongo.yaml'],
    ['service', 'wishlist', 'packages/contracts/src/calls/address-book.ts'],
    ['service', 'messages', 'docker-compose.yml'],
    ['service', 'razorpay', 'docker-compose.yml'],
    ['service', 'grafana', 'deploy/observability/compose.yml'],
    ['service', 'review', 'packages/contracts/src/calls.ts'],
    ['service', 'offer', 'packages/contracts/src/calls.ts'],
    ['service', 'return', 'packages/contracts/src/calls.ts'],
    ['service', 'invoice', 'packages/contracts/src/calls.ts'],
    ['service', 'question', 'packages/contracts/src/calls.ts'],
    ['service', 'complaint', 'packages/contracts/src/calls.ts'],
    ['service', 'shipment', 'packages/contracts/src/calls.ts'],
    ['service', 'audit', 'packages/contracts/src/entities/audit.ts'],
    ['service', 'waitlist', 'packages/contracts/src/entities/delivery.ts'],
    ['service', 'release', 'package-lock.json'],
    ['service', 'alerts', 'deploy/kubernetes/namespace/secrets.yaml'],
    ['service', 'identity', 'deploy/kubernetes/namespace/secrets.yaml'],
    ['service', 'tls', 'the secret of the storefront’s certificate'],
    ['service', 'public', 'the variable PUBLIC_URL'],
    ['service', 'define', 'an import of the service'],
  ] as const)('as a %s is not named %s: %s', (kind, name, reason) => {
    const run = () => namesOf(kind, name, new Tree(ROOT));
    expect(run).toThrow(NotPossible);
    expect(run).toThrow(reason);
  });
});

test('renameSlice replaces whole words', () => {
  expect(renameSlice('mf-account', 'mf-tryout')("mf-account MF_ACCOUNT_URL mf_account 'mf-accounts'")).toBe(
    "mf-tryout MF_TRYOUT_URL mf_tryout 'mf-accounts'",
  );
  expect(renameSlice('cart', 'tryouts')('services/cart carts CART_URL rangavalli_cart')).toBe(
    'services/tryouts carts TRYOUTS_URL rangavalli_tryouts',
  );
});
