import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.js';

const MODULE = pathToFileURL(path.join(ROOT, 'tools/store/packages.mjs')).href;

describe('the packages of a checkout', () => {
  let root: string;
  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'packages-'));
    const packages = {
      '': {},
      cart: {},
      'node_modules/pdfkit': { version: '2.0.0' },
      'node_modules/cart': { link: true },
    };
    write('package-lock.json', JSON.stringify({ packages }));
    write('package.json', '{ "workspaces": ["cart"] }');
    write('cart/package.json', '{ "name": "cart" }');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Runs `install` in place of npm. @returns its output */
  const replace = (install: string): string => {
    const program = `
      const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
      const write = (file, text) => {
        mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true });
        writeFileSync(file, text);
      };
      import(${JSON.stringify(MODULE)}).then(({ replacePackages }) =>
        replacePackages(${JSON.stringify(root)}, async (folder) => { ${install} }));`;
    return spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' }).stdout;
  };
  const installed = (version: string): string => `
    readFileSync(folder + '/cart/package.json');
    write(folder + '/node_modules/pdfkit/index.js', '${version}');
    write(folder + '/cart/node_modules/pdfkit/index.js', 'of cart ${version}');`;

  it('are installed in place where there are none', () => {
    replace(installed('1.0.0'));
    expect(read('node_modules/pdfkit/index.js')).toBe('1.0.0');
    expect(existsSync(path.join(root, '.cache'))).toBe(false);
  });

  it('stay until others are complete, as processes that run load them', () => {
    replace(installed('1.0.0'));
    const output = replace(`${installed('2.0.0')}
      const present = (file) => readFileSync(file, 'utf8');
      console.log(present('node_modules/pdfkit/index.js'), present('cart/node_modules/pdfkit/index.js'));`);
    expect(output).toBe('1.0.0 of cart 1.0.0\n');
    expect([read('node_modules/pdfkit/index.js'), read('cart/node_modules/pdfkit/index.js')]).toEqual([
      '2.0.0',
      'of cart 2.0.0',
    ]);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it('stay when others can not be installed', () => {
    replace(installed('1.0.0'));
    replace(`${installed('2.0.0')} process.exit(1);`);
    expect([read('node_modules/pdfkit/index.js'), readdirSync(path.join(root, '.cache'))]).toEqual(['1.0.0', []]);
  });
});
