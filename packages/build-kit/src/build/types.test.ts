import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../command/child.js';
import { ROOT, workspaceAt } from '../workspaces.js';
import { TYPES_FILE, writeTypes } from './types.js';

describe('the types of a remote’s release', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'consumer-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Compiles a file of another repository, which has the contracts and React only. */
  async function compile(source: string): Promise<string> {
    writeFileSync(join(folder, 'page.tsx'), `/// <reference path="./${TYPES_FILE}" />\n${source}`);
    const options = [
      '--noEmit',
      '--pretty',
      'false',
      '--strict',
      '--skipLibCheck',
      '--jsx',
      'react-jsx',
      '--module',
      'preserve',
    ];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { output } = await runChild(process.execPath, [tsc, ...options, 'page.tsx'], { cwd: folder });
    return output;
  }

  it('let another repository build against its fragments', async () => {
    await writeTypes(workspaceAt(join(ROOT, 'mf-checkout')), folder);
    const installed = join(folder, 'node_modules');
    mkdirSync(join(installed, '@rangavalli'), { recursive: true });
    cpSync(join(ROOT, 'packages/contracts/package.json'), join(installed, '@rangavalli/contracts/package.json'));
    cpSync(join(ROOT, 'packages/contracts/dist'), join(installed, '@rangavalli/contracts/dist'), { recursive: true });
    for (const name of ['react', '@types', 'csstype', 'zod'])
      symlinkSync(join(ROOT, 'node_modules', name), join(installed, name));
    const page = (props: string): string => `
      import AddToCart from 'mf_checkout/AddToCart';
      import type { AddToCartProps } from '@rangavalli/contracts/fragments';
      export const page = (product: AddToCartProps['product']) => <AddToCart ${props} />;`;
    expect(await compile(page('product={product}'))).toBe('');
    expect(await compile(page(''))).toMatch(/page\.tsx.*error TS2741: Property 'product' is missing/);
    expect(await compile(page('product={product}').replace('/AddToCart', '/Nothing'))).toMatch(/error TS2307/);
    const text = readFileSync(join(folder, TYPES_FILE), 'utf8');
    expect([...text.matchAll(/declare module '(.*)'/g)].map(([, name]) => name)).toEqual([
      'mf_checkout/routes',
      'mf_checkout/AddToCart',
      'mf_checkout/CartBadge',
    ]);
  }, 60_000);

  it('must not name files that only the remote has', async () => {
    const remote = mkdtempSync(join(ROOT, 'packages/build-kit/dist/remote-'));
    try {
      mkdirSync(join(remote, 'src'));
      const files = {
        'package.json': '{ "name": "mf-gifts", "version": "0.1.0" }',
        'remote.json': '{ "exposes": { "./Gift": "./src/Gift.ts" } }',
        'tsconfig.json': '{ "compilerOptions": { "module": "preserve", "types": [] }, "include": ["src"] }',
        'src/Gift.ts': "import type { Gift } from './gift-props.js';\nexport default (gift: Gift): Gift => gift;\n",
        'src/gift-props.ts': 'export interface Gift { name: string }\n',
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(remote, name), text);
      await expect(writeTypes(workspaceAt(remote), folder)).rejects.toThrow(
        'mf_gifts/Gift has types of ./gift-props.js, which other repositories do not have.',
      );
    } finally {
      rmSync(remote, { recursive: true });
    }
  }, 60_000);
});
