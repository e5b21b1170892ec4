import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';

const folder = path.join(ROOT, 'services/cart/src/boundary-check');

/** Returns what oxlint reports of one line of source in the cart service. */
function lint(source: string): string {
  writeFileSync(path.join(folder, 'a.ts'), `${source}\n`);
  const args = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--disable-nested-config', folder];
  try {
    return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('the boundary between slices', () => {
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['an import by package name', "import { placed } from '@rangavalli/order/placed'; void placed;"],
    ['an import by relative path', "import { placed } from '../../../order/src/placed.js'; void placed;"],
    ['a dynamic import', "export const order = await import('@rangavalli/order/placed');"],
    ['a re-export', "export * from '../../../../gateway/src/placed.js';"],
    ['an import from the tools', "import { weave } from '@rangavalli/seed/weave'; void weave;"],
  ])('refuses %s', (_how, source) => {
    expect(lint(source)).toContain('A slice does not import another slice');
  });

  it('accepts imports from packages and from the slice itself', () => {
    // An existing module: other tests read all sources meanwhile.
    const source = "import { brand } from '@rangavalli/contracts/brand'; import { y } from '../b.js'; void [brand, y];";
    expect(lint(source)).not.toContain('A slice does not import another slice');
  });
});
