import {
  cpSync,
  existsSync,
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
import { type ProgramResult, ROOT, runProgram } from '../support/command.js';

const PACKAGES = ['contracts', 'web-kit', 'build-kit'];
const INSTALLED = 'node_modules';

export type Edit = readonly [file: string, before: string, after: string];

/** A copy of one remote and its tools, without any other slice, as its team would check it out. */
export class TeamCheckout {
  private readonly root = mkdtempSync(path.join(tmpdir(), 'team-'));

  constructor(private readonly slice: string) {
    this.copy('package.json');
    this.copy('tsconfig.base.json');
    for (const folder of [...PACKAGES.map((name) => `packages/${name}`), 'tools/release'])
      this.copy(folder, [INSTALLED]);
    this.copy(slice, [INSTALLED, 'dist']);
    this.link(INSTALLED, (name) => name !== '@rangavalli');
    for (const name of PACKAGES)
      this.linkTo(path.join(INSTALLED, '@rangavalli', name), path.join(this.root, 'packages', name));
  }

  /** Resets the slice's sources to this checkout's, with these edits. */
  change(edits: readonly Edit[]): void {
    rmSync(path.join(this.root, this.slice), { recursive: true });
    this.copy(this.slice, [INSTALLED, 'dist']);
    for (const [file, before, after] of edits) {
      const target = path.join(this.root, this.slice, file);
      const text = readFileSync(target, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
      writeFileSync(
        target,
        text.replace(before, () => after),
      );
    }
  }

  release(...args: string[]): Promise<ProgramResult> {
    return runProgram(
      path.join(this.root, 'tools/release/dist/bin/release.js'),
      args,
      path.join(this.root, this.slice),
    );
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private copy(name: string, excluded: readonly string[] = []): void {
    cpSync(path.join(ROOT, name), path.join(this.root, name), {
      recursive: true,
      filter: (file) => !excluded.includes(path.basename(file)),
    });
    // Packages that npm installed for this workspace alone.
    if (excluded.includes(INSTALLED) && existsSync(path.join(ROOT, name, INSTALLED)))
      this.link(path.join(name, INSTALLED), () => true);
  }

  private link(folder: string, isWanted: (name: string) => boolean): void {
    for (const name of readdirSync(path.join(ROOT, folder)).filter(isWanted))
      this.linkTo(path.join(folder, name), path.join(ROOT, folder, name));
  }

  private linkTo(name: string, target: string): void {
    const link = path.join(this.root, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}
