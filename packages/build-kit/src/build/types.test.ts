import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runChild } from '../command/child.js';
import { ROOT, workspaceAt } from '../workspaces.js';
import { TYPES_FILE, writeTypes } from './types.js';

describe('the types of a remote’s release', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'consumer-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Compiles a file of another repository, which has React's types only. */
  async function compile(source: string): Promise<string> {
    writeFileSync(join(folder, 'page.tsx'), `/// <reference path="./${TYPES_FILE}" />\n${source}`);
    const options = ['--noEmit', '--pretty', 'false', '--strict', '--jsx', 'react-jsx', '--module', 'preserve'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { output } = await runChild(process.execPath, [tsc, ...options, 'page.tsx'], { cwd: folder });
    return output;
  }

  it('let another repository build against its fragments', async () => {
    await writeTypes(workspaceAt(join(ROOT, 'mf-checkout')), folder);
    const installed = join(folder, 'node_modules');
    mkdirSync(join(installed, '@types'), { recursive: true });
    for (const name of ['@types/react', 'csstype'])
      symlinkSync(join(ROOT, 'node_modules', name), join(installed, name));
    const page = (fragment: string): string => `
      import AddToCart from 'mf_checkout/AddToCart';
      import CartBadge from 'mf_checkout/CartBadge';
      const product = { _id: '1', name: 'Saree', price: 4500, stock: 3, sizes: ['M'], sizeStock: [] };
      export const page = <><CartBadge />${fragment}</>;`;
    expect(await compile(page('<AddToCart product={product} />'))).toBe('');
    const misused = [
      '<AddToCart nonsense={1} />',
      '<AddToCart product={{ ...product, price: "1" }} />',
      '<CartBadge x="" />',
    ];
    for (const fragment of misused) expect(await compile(page(fragment))).toMatch(/page\.tsx.*error TS2322/);
    expect(await compile(page('').replace('/AddToCart', '/Nothing'))).toMatch(/error TS2307/);
    const text = readFileSync(join(folder, TYPES_FILE), 'utf8');
    expect([...text.matchAll(/declare module '(.*)'/g)].map(([, name]) => name)).toEqual([
      'mf_checkout/routes',
      'mf_checkout/AddToCart',
      'mf_checkout/CartBadge',
    ]);
  }, 60_000);

  describe('of a remote', () => {
    let remote: string;
    beforeEach(() => (remote = mkdtempSync(join(ROOT, 'packages/build-kit/dist/remote-'))));
    afterEach(() => rmSync(remote, { recursive: true }));

    function writeRemote(exposed: string, files: Record<string, string>): Promise<void> {
      const all = {
        'package.json': '{ "name": "mf-gifts", "version": "0.1.0" }',
        'remote.json': JSON.stringify({ exposes: { [`./${exposed}`]: `./src/${exposed}.ts` } }),
        'tsconfig.json': JSON.stringify({ extends: join(ROOT, 'packages/build-kit/tsconfig.frontend.json') }),
        ...files,
      };
      for (const [name, text] of Object.entries(all)) {
        mkdirSync(dirname(join(remote, name)), { recursive: true });
        writeFileSync(join(remote, name), text);
      }
      return writeTypes(workspaceAt(remote), folder);
    }

    it('must not name files that only the remote has', async () => {
      const files = {
        'src/Gift.ts': "import type { Gift } from './gift.js';\nexport default (_: { gift: Gift }) => null;\n",
        'src/gift.ts': 'export interface Gift { name: string }\n',
      };
      await expect(writeRemote('Gift', files)).rejects.toThrow(/mf_gifts\/Gift has types of .*\/src\/gift/);
    }, 60_000);

    it('are refused where a fragment needs more than the contracts pass to it', async () => {
      const badge = (props: string) =>
        writeRemote('AccountMenu', {
          'src/AccountMenu.ts': `export default (_: { layout?: string; ${props} }) => null;\n`,
        });
      await badge('onNavigate?: () => void; theme?: string');
      await expect(badge('theme: string')).rejects.toThrow(
        /mf-gifts does not accept its props in packages\/contracts:[^]*Property 'theme' is missing/,
      );
    }, 60_000);
  });
});
