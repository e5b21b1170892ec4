import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');
const foldersIn = (place: string): string[] =>
  readdirSync(path.join(ROOT, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => path.join(place, name));
const LEFT_OUT = new Set(['.git', '.data', 'node_modules', 'test-results', 'playwright-report']);

/** A copy of the project in which a test may edit: its own files, the installed packages by links. */
export class Copy {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'rangavalli-dev-'));

  constructor() {
    cpSync(ROOT, this.folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (from) => !LEFT_OUT.has(path.basename(from)),
    });
    this.linkPackages('node_modules');
    for (const place of [...foldersIn('.'), ...['services', 'packages', 'tools'].flatMap(foldersIn)])
      this.linkPackages(`${place}/node_modules`);
  }

  /** Replaces the one occurrence of a text in a file. */
  edit(file: string, from: string, to: string): void {
    const whole = path.join(this.folder, file);
    const text = readFileSync(whole, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(from)}`);
    writeFileSync(
      whole,
      text.replace(from, () => to),
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A workspace is linked by a path within the project, so that the copied link leads to the copy. */
  private linkPackages(place: string): void {
    const from = path.join(ROOT, place);
    if (!lstatSync(from, { throwIfNoEntry: false })) return;
    mkdirSync(path.join(this.folder, place), { recursive: true });
    for (const name of readdirSync(from)) {
      const whole = path.join(from, name);
      if (name === '@rangavalli') this.linkPackages(`${place}/${name}`);
      else
        symlinkSync(
          lstatSync(whole).isSymbolicLink() ? readlinkSync(whole) : whole,
          path.join(this.folder, place, name),
        );
    }
  }
}
