import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { contractOf, frontends, slices } from '../contract-of.js';

export interface Outcome {
  code: number | null;
  text: string;
}

export type Edit = readonly [file: string, before: string, after: string];

const PACKAGES = ['contracts', 'web-kit', 'build-kit'];
const LINKED = 'node_modules';
const SKIPPED = new Set([LINKED, 'dist']);

/** A copy of this checkout with changed sources and a release store of its own, in which commands run. */
export class ChangedCheckout {
  private readonly home = mkdtempSync(path.join(tmpdir(), 'contract-'));
  private readonly root = path.join(this.home, 'checkout');
  private readonly store = path.join(this.home, 'releases');

  constructor() {
    for (const file of ['package.json', 'tsconfig.base.json']) this.copy(file);
    for (const name of PACKAGES) this.copy(`packages/${name}`, new Set([LINKED]));
    for (const slice of frontends) this.copy(slice, SKIPPED);
    this.copy('tools/release', new Set([LINKED]));
    this.link(LINKED, (name) => name !== '@rangavalli');
    this.link(`tools/release/${LINKED}`, () => true);
    mkdirSync(path.join(this.root, LINKED, '@rangavalli'));
    for (const name of PACKAGES)
      symlinkSync(path.join(this.root, 'packages', name), path.join(this.root, LINKED, '@rangavalli', name));
  }

  async releaseAll(version: string): Promise<void> {
    for (const slice of slices) {
      const folder = path.join(this.store, slice);
      mkdirSync(path.join(folder, version), { recursive: true });
      writeFileSync(path.join(folder, version, 'contract.json'), JSON.stringify(await contractOf(slice, version)));
      writeFileSync(path.join(folder, 'live.json'), JSON.stringify({ live: version, history: [] }));
    }
  }

  withChanges(edits: readonly Edit[], slice: string): Outcome {
    const kept = edits.map(
      ([file]) => [path.join(this.root, file), readFileSync(path.join(this.root, file), 'utf8')] as const,
    );
    try {
      for (const [file, before, after] of edits) {
        const target = path.join(this.root, file);
        const text = readFileSync(target, 'utf8');
        if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
        writeFileSync(target, text.replace(before, after));
      }
      this.compile();
      return this.contract(slice, '--version', '0.2.0');
    } finally {
      for (const [file, text] of kept.toReversed()) writeFileSync(file, text);
    }
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private contract(...args: string[]): Outcome {
    return this.run(path.join(this.root, 'tools/release/dist/contract/main.js'), args);
  }

  private compile(): void {
    const { code, text } = this.run(path.join(ROOT, 'node_modules/typescript/bin/tsc'), ['-b', 'packages/contracts']);
    if (code !== 0) throw new Error(text);
  }

  private run(program: string, args: string[]): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: { ...process.env, RELEASE_STORE: this.store },
    });
    return { code: status, text: `${stdout}${stderr}` };
  }

  private copy(name: string, without: ReadonlySet<string> = new Set()): void {
    cpSync(path.join(ROOT, name), path.join(this.root, name), {
      recursive: true,
      filter: (file) => !without.has(path.basename(file)),
    });
  }

  private link(folder: string, wanted: (name: string) => boolean): void {
    mkdirSync(path.join(this.root, folder), { recursive: true });
    for (const name of readdirSync(path.join(ROOT, folder)).filter(wanted))
      symlinkSync(path.join(ROOT, folder, name), path.join(this.root, folder, name));
  }
}
