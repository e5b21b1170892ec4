import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/command.js';

const INSTALLED = 'node_modules';
const EXCLUDED = new Set(['.git', '.data', INSTALLED, 'test-results', 'playwright-report']);

const workspacesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== INSTALLED)
    .map(({ name }) => path.join(folder, name));

/** A copy of the whole checkout with its builds, for releases of slices that need all of it. Packages are links. */
export class EditedCopy {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-copy-'));

  constructor() {
    cpSync(ROOT, this.folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (from) => !EXCLUDED.has(path.basename(from)),
    });
    this.linkPackages(INSTALLED);
    for (const workspace of [...workspacesIn('.'), ...['services', 'packages', 'tools'].flatMap(workspacesIn)])
      this.linkPackages(path.join(workspace, INSTALLED));
    this.widenBudgets();
  }

  /** Replaces a text that occurs exactly once in a file. */
  edit(file: string, before: string, after: string): void {
    const target = path.join(this.folder, file);
    const parts = readFileSync(target, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} does not contain ${JSON.stringify(before)} once`);
    writeFileSync(target, parts.join(after));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * By 1 %: links lead out of the copy, so that the bundler numbers modules by other paths, and other numbers compress
   * to other sizes.
   */
  private widenBudgets(): void {
    const file = path.join(this.folder, 'packages/build-kit/budgets.json');
    const widened = readFileSync(file, 'utf8').replaceAll(
      /"js": (\d+)/g,
      (_, bytes: string) => `"js": ${Math.round(Number(bytes) * 1.01)}`,
    );
    writeFileSync(file, widened);
  }

  /** Links between workspaces are relative, so that they lead to the copy. */
  private linkPackages(folder: string): void {
    const from = path.join(ROOT, folder);
    if (!lstatSync(from, { throwIfNoEntry: false })) return;
    mkdirSync(path.join(this.folder, folder), { recursive: true });
    for (const name of readdirSync(from)) {
      const source = path.join(from, name);
      if (name === '@rangavalli')
        cpSync(source, path.join(this.folder, folder, name), { recursive: true, verbatimSymlinks: true });
      else symlinkSync(source, path.join(this.folder, folder, name));
    }
  }
}
