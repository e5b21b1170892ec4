// What is read from sources against the sources themselves and the contracts: nothing that is usage is overlooked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { calls } from '@rangavalli/contracts/calls';
import { gatewayCalls } from '@rangavalli/contracts/calls/gateway';
import { fragmentProps } from '@rangavalli/contracts/fragment-props';
import { fragmentOwner, remotes } from '@rangavalli/contracts/fragments';
import { natsAccess } from '@rangavalli/contracts/nats-access';
import { treeOf } from './ast.js';
import { contractOf, frontends, slices } from './contract-of.js';
import { API_CLIENT, type Usage, scan } from './scan.js';
import { sourcesOf } from './sources.js';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const read = (source: string, file = 'mf-catalog/src/example.tsx'): Usage => scan([{ file, tree: treeOf(source) }]);
const CALL = "import { call } from '@rangavalli/web-kit/data/api';\n";

const usages = frontends.map((slice) => {
  const sources = sourcesOf(slice);
  return { slice, sources, usage: scan(sources) };
});

describe.each(usages)('$slice', ({ sources, usage }) => {
  it('uses other slices only in ways that can be read', () => {
    expect(usage.unreadable).toEqual([]);
    expect([...usage.calls].filter((key) => !(key in calls))).toEqual([]);
    expect([...usage.fragments].filter((name) => name.startsWith('?'))).toEqual([]);
  });

  it('names no call, fragment or window event that is overlooked', () => {
    const read = sources.filter(({ file }) => file !== API_CLIENT);
    const text = read.map(({ file }) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')).join('\n');
    const named = Object.keys(calls).filter((key) => text.includes(`'${key}'`) && !text.includes(`=== '${key}'`));
    expect([...usage.calls]).toEqual(expect.arrayContaining(named));
    expect([...usage.fragments]).toEqual(
      expect.arrayContaining(
        [...text.matchAll(/<Fragment\s+name="(\w+)"/g)].map(
          ([, name]) => `${fragmentOwner[name as keyof typeof fragmentOwner]}/${name}`,
        ),
      ),
    );
  });
});

it('the slices in the browser make most of the calls', () => {
  expect(usages.flatMap(({ usage }) => [...usage.calls]).length).toBeGreaterThan(40);
});

describe('the contracts', () => {
  it.each(Object.entries(remotes))('of %s name what its build exposes', async (container, { slice, exposes }) => {
    const { offers } = await contractOf(slice, '1.0.0');
    expect(Object.keys(offers.fragments)).toEqual(exposes.map((name) => `${container}/${name}`).toSorted());
  });

  it('have props for every fragment', () => {
    expect(Object.keys(fragmentProps).toSorted()).toEqual(Object.keys(fragmentOwner).toSorted());
  });

  it('cover every slice', async () => {
    expect(slices).toEqual([...frontends, ...Object.keys(natsAccess)]);
    const all = await Promise.all(slices.map((slice) => contractOf(slice, '1.0.0')));
    const offered = all.filter(({ slice }) => slice !== 'gateway').flatMap(({ offers }) => Object.keys(offers.calls));
    expect([...offered, ...Object.keys(gatewayCalls)].toSorted()).toEqual(Object.keys(calls).toSorted());
    await expect(contractOf('nobody', '1.0.0')).rejects.toThrow('There is no slice nobody');
  });
});

describe('a source', () => {
  it('may choose between two calls, under another name', () => {
    expect([
      ...read(
        "import { call as request } from '@rangavalli/web-kit/data/api';\nawait request(on ? 'GET /cart' : ('POST /orders'), {});",
      ).calls,
    ]).toEqual(['GET /cart', 'POST /orders']);
  });

  it('may call something else call', () => {
    expect(read('const f = (call) => call(1);\nfunction x() { return y.call(this, z); }')).toMatchObject({
      unreadable: [],
    });
  });

  it.each([
    ['whose name is a variable', `${CALL}const key = 'GET /cart';\ncall(key);`],
    ['whose name is put together', `${CALL}call(\`GET /\${what}\`);`],
    ['that is handed on', `${CALL}[1].map(call);`],
    ['that is handed on as a property', `${CALL}const api = { call };`],
    ['that is built by hand', "fetch(address, { method: 'POST' });"],
  ])('with a call %s is refused', (_what, source) => {
    expect(read(source).unreadable).toHaveLength(1);
  });

  it.each([
    ['fragment', '<Fragment name={name} props={{}} />'],
    ['window event', "import { emit } from '@rangavalli/web-kit/dom/events';\nemit('authChange');"],
  ])('with a %s that is not written out is refused', (_what, source) => {
    expect(read(source).unreadable).toHaveLength(1);
  });

  it('may request by itself what the contracts have', () => {
    expect([
      ...read(
        "fetch('/api/users/logout', { method: 'POST' }); fetch('/registry.json'); fetch(`${this.api}/products/getAll`);",
      ).calls,
    ]).toEqual(['POST /users/logout', 'GET /products/getAll']);
  });
});
