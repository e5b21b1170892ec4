import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBreaches } from './boundaries.js';

describe('the boundary between slices', () => {
  let root: string;
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
    write('services/cart/package.json', '{"name":"@rangavalli/cart"}');
    write('services/order/package.json', '{"name":"@rangavalli/order"}');
    write('packages/contracts/package.json', '{"name":"@rangavalli/contracts"}');
    write('tools/loom/package.json', '{"name":"@rangavalli/loom"}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is kept by imports from packages, from the slice itself and, among tools, from each other', () => {
    write(
      'services/cart/src/a.ts',
      "import { x } from '@rangavalli/contracts/x';\nimport { y } from './b.js';\nimport z from 'zod';",
    );
    write('tools/seed/src/a.ts', "import { weave } from '@rangavalli/loom/weave';");
    expect(findBreaches(root)).toEqual([]);
  });

  const order = '@rangavalli/order'; // not written out below: this file is checked too
  it.each([
    ['by package name', `import { placed } from '${order}/placed';`],
    ['by relative path', "import { placed } from '../../order/src/placed.js';"],
    ['when the import stands over several lines', `import {\n  placed,\n} from '${order}/placed';`],
    ['by dynamic import', `const order = await import('${order}/placed');`],
    ['by a re-export', "export * from '../../order/src/placed.js';"],
    ['by an import for its effect', "import '../../order/src/placed.js';"],
  ])('is broken %s', (_how, source) => {
    write('services/cart/src/a.ts', `// first line\n${source}`);
    expect(findBreaches(root)).toEqual([
      {
        file: 'services/cart/src/a.ts',
        line: expect.any(Number),
        text: expect.stringContaining('services/cart imports services/order'),
      },
    ]);
  });

  it('is not broken by a comment', () => {
    write('services/cart/src/a.ts', `// import { placed } from '${order}/placed';`);
    expect(findBreaches(root)).toEqual([]);
  });

  it('keeps packages from importing slices', () => {
    write('packages/contracts/src/a.ts', "import { weave } from '@rangavalli/loom/weave';");
    expect(findBreaches(root)).toHaveLength(1);
  });
});
