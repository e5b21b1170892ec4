// Releases of services in the release store: `<STORE>/order/1.2.0/` is made once and never changed, `<STORE>/order/live.json`
// says which one runs and which ones did.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { z } from 'zod';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { readJson, writeJson } from '../setup/json-file.js';
import type { Release } from '../supervisor/replicas.js';

const liveSchema = z.looseObject({
  /** Not there: the checkout's own code runs. */
  live: z.string().optional(),
  history: z.array(z.looseObject({ at: z.string(), what: z.string(), version: z.string(), from: z.string().optional() })),
});
type Live = z.infer<typeof liveSchema>;

/** The workspaces that a service runs on: they are kept with it, so that a later build of them changes nothing. */
const PACKAGES = ['contracts', 'service-kit'];
const semver = /^(\d+)\.(\d+)\.(\d+)$/;
/** What a running process doesn't need of a build. */
const isNeeded = (file: string): boolean => !/\.d\.ts$|\.test\.js(\.map)?$|\.tsbuildinfo$/.test(file);

/** The releases of one service. */
export class ServiceReleases {
  private readonly folder: string;
  private readonly source: string;

  constructor(
    store: string,
    private readonly service: string,
  ) {
    this.folder = path.join(store, service);
    this.source = path.join(ROOT, 'services', service);
  }

  /** The version of the checkout's own code. */
  get ownVersion(): string {
    return z.object({ version: z.string() }).parse(readJson(path.join(this.source, 'package.json'))).version;
  }

  /** All that are kept, lowest first. */
  get versions(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder).filter((name) => semver.test(name)).toSorted(compare);
  }

  /** Which one runs; undefined before the first release. */
  get live(): Live | undefined {
    return liveSchema.safeParse(readJson(this.liveFile)).data;
  }

  /** The next patch after the highest; the first one is as in package.json. */
  nextVersion(): string {
    const [, major = '0', minor = '0', patch = '0'] = semver.exec(this.versions.at(-1) ?? '') ?? [];
    return this.versions.length === 0 ? this.ownVersion : `${major}.${minor}.${Number(patch) + 1}`;
  }

  /**
   * Keeps what is built now as a version, with the packages of the checkout that it runs on and with its contract.
   * Throws a Refusal when there is one of that name already: releases are never changed.
   */
  keep(version: string, contract: SliceContract): Release {
    if (!semver.test(version)) throw new Refusal(`${version} is no version: three numbers, as 1.4.0`);
    const target = path.join(this.folder, version);
    if (existsSync(target)) throw new Refusal(`${this.service} ${version} is released already and stays as it is; the next one is ${this.nextVersion()}`);
    const fresh = path.join(this.folder, `.${version}.${process.pid}`);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    try {
      copyBuild(this.source, fresh);
      for (const name of PACKAGES) copyBuild(path.join(ROOT, 'packages', name), path.join(fresh, 'dist/node_modules/@rangavalli', name));
      // Everything else comes from where it is installed.
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(fresh, 'node_modules'), 'junction');
      writeJson(path.join(fresh, 'release.json'), { slice: this.service, version, at: new Date().toISOString() });
      writeJson(path.join(fresh, 'contract.json'), contract);
      renameSync(fresh, target);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return this.find(version);
  }

  /** A version that is kept. Throws a Refusal that lists what there is. */
  find(version: string): Release {
    const program = this.programOf(version);
    if (!this.isKept(version)) throw new Refusal(`There is no ${this.service} ${version}. There are: ${this.versions.filter((kept) => this.isKept(kept)).join(', ') || 'none'}`);
    return { program, version };
  }

  /** The version that ran before the one that runs; undefined: the checkout's own code did. */
  previous(): string | undefined {
    const { live, history = [] } = this.live ?? {};
    const from = history.findLast(({ what, version }) => what === 'released' && version === live)?.from;
    return from && !this.isOwn(from) ? from : undefined;
  }

  /** Notes which one runs from now on; undefined: the checkout's own code. */
  note(what: 'released' | 'rolled back', version: string | undefined): void {
    const { live: from, history = [], ...rest } = this.live ?? {};
    const live = version ?? this.ownRelease;
    const entry = { at: new Date().toISOString(), what, version: live ?? this.ownVersion, ...(from ? { from } : {}) };
    writeJson(this.liveFile, { ...rest, ...(live ? { live } : {}), history: [...history, entry] });
  }

  /** What the store calls the checkout's own code: of it only the contract is kept. */
  private get ownRelease(): string | undefined {
    return this.versions.findLast((version) => this.isOwn(version));
  }

  private isOwn(version: string): boolean {
    return !this.isKept(version) && existsSync(path.join(this.folder, version));
  }

  private isKept(version: string): boolean {
    return existsSync(this.programOf(version));
  }

  private programOf(version: string): string {
    return path.join(this.folder, version, 'dist/main.js');
  }

  private get liveFile(): string {
    return path.join(this.folder, 'live.json');
  }
}

/** A workspace's compiled files and its package.json. */
function copyBuild(workspace: string, target: string): void {
  mkdirSync(target, { recursive: true });
  cpSync(path.join(workspace, 'dist'), path.join(target, 'dist'), { recursive: true, filter: isNeeded });
  writeFileSync(path.join(target, 'package.json'), readFileSync(path.join(workspace, 'package.json')));
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
