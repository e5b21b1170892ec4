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
import { type Outcome, program, ROOT } from '../support/command.js';

const PACKAGES = ['contracts', 'web-kit', 'build-kit'];
const INSTALLED = 'node_modules';

/** What stands in a source of the slice, and what comes in its place. */
export type Edit = readonly [file: string, before: string, after: string];

/**
 * A checkout of the team that owns one remote: its sources and what it is built and released with, without any other slice.
 * What they change there is released by the command itself.
 */
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

  /** Makes the slice's sources what they are here, but for these changes. */
  change(edits: readonly Edit[]): void {
    rmSync(path.join(this.root, this.slice), { recursive: true });
    this.copy(this.slice, [INSTALLED, 'dist']);
    for (const [file, before, after] of edits) {
      const target = path.join(this.root, this.slice, file);
      const text = readFileSync(target, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      writeFileSync(
        target,
        text.replace(before, () => after),
      );
    }
  }

  /** `npm run release`, into the release store of the store under test. */
  release(...words: string[]): Promise<Outcome> {
    return program(path.join(this.root, 'tools/release/dist/bin/release.js'), words, path.join(this.root, this.slice));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private copy(name: string, without: readonly string[] = []): void {
    cpSync(path.join(ROOT, name), path.join(this.root, name), {
      recursive: true,
      filter: (file) => !without.includes(path.basename(file)),
    });
    // What npm installed for this workspace alone.
    if (without.includes(INSTALLED) && existsSync(path.join(ROOT, name, INSTALLED)))
      this.link(path.join(name, INSTALLED), () => true);
  }

  private link(folder: string, wanted: (name: string) => boolean): void {
    for (const name of readdirSync(path.join(ROOT, folder)).filter(wanted))
      this.linkTo(path.join(folder, name), path.join(ROOT, folder, name));
  }

  private linkTo(name: string, target: string): void {
    const link = path.join(this.root, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}
