// Checks what package-lock.json installs: licences, integrity hashes and install scripts.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}
export type Lock = Record<string, LockedPackage>;

/** Licences that let the shop run, change and pass on the code without publishing its own. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);
/** Only for programs that are not part of what the shop runs. */
const ALLOWED_IN_DEVELOPMENT = new Set(['CC-BY-4.0', 'MPL-2.0', 'Python-2.0']);

interface Exception {
  packages: RegExp;
  licence: string;
  why: string;
}
/** Reviewed by hand. */
const EXCEPTIONS: readonly Exception[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a library of its own, loaded at run time and exchangeable',
  },
  {
    packages: /^web-push$/,
    licence: 'MPL-2.0',
    why: 'its copyleft covers its own files only, which are used unchanged',
  },
  {
    packages: /^(passport-strategy|pause|png-js)$/,
    licence: '',
    why: 'MIT by its LICENSE or README, not named in package.json',
  },
];
/** Their scripts choose a binary for the platform. Every other package is installed without running code of it. */
const WITH_INSTALL_SCRIPT = new Set(['@parcel/watcher', '@swc/core', 'unrs-resolver', 'fsevents', 'esbuild']);

const nameOf = (key: string): string => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Evaluates an SPDX expression of AND, OR and parentheses, of which none is nested. */
function isAllowed(expression: string, isLicence: (name: string) => boolean): boolean {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isAllowed(part, isLicence));
  if (text.includes(' AND ')) return text.split(' AND ').every((part) => isAllowed(part, isLicence));
  return isLicence(text);
}

function licenceProblem(name: string, { license = '', dev = false }: LockedPackage): string | undefined {
  const exceptions = EXCEPTIONS.filter(({ packages }) => packages.test(name)).map(({ licence }) => licence);
  const isLicence = (one: string): boolean =>
    ALLOWED.has(one) || (dev && ALLOWED_IN_DEVELOPMENT.has(one)) || exceptions.includes(one);
  return isAllowed(license, isLicence) ? undefined : `has the licence ${license || '(none)'}, which is not allowed`;
}

/** Returns the packages from the registry; workspaces are links. */
export const registryPackages = (lock: Lock): [string, LockedPackage][] =>
  Object.entries(lock).filter(([key, { link }]) => key.includes('node_modules/') && !link);

/** Returns `<package>@<version> <problem>` for each problem. */
export function dependencyProblems(lock: Lock): string[] {
  return registryPackages(lock).flatMap(([key, one]) => {
    const name = nameOf(key);
    const found = [
      licenceProblem(name, one),
      // npm adds the hash of another platform's package when it is first installed there.
      one.integrity || one.optional ? undefined : 'has no integrity hash',
      one.integrity && !one.integrity.startsWith('sha512-') ? 'has a weak integrity hash' : undefined,
      one.resolved ? 'names a download address, which .npmrc leaves out' : undefined,
      one.hasInstallScript && !WITH_INSTALL_SCRIPT.has(name) ? 'runs a script when it is installed' : undefined,
    ];
    return found.filter((problem) => problem !== undefined).map((problem) => `${name}@${one.version} ${problem}`);
  });
}

/** Returns a line for each package that a change adds, updates or removes. */
export function dependencyChanges(before: Lock, after: Lock): string[] {
  const versions = (lock: Lock): Map<string, { version: string; licence: string }> =>
    new Map(
      registryPackages(lock).map(([key, { version = '', license = '(none)' }]) => [key, { version, licence: license }]),
    );
  const [old, now] = [versions(before), versions(after)];
  const changed = [...now].flatMap(([key, { version, licence }]) => {
    const previous = old.get(key);
    if (!previous) return `added ${nameOf(key)} ${version} ${licence}`;
    if (previous.version === version && previous.licence === licence) return [];
    return `updated ${nameOf(key)} ${previous.version} → ${version} ${licence}`;
  });
  const removed = [...old]
    .filter(([key]) => !now.has(key))
    .map(([key, { version }]) => `removed ${nameOf(key)} ${version}`);
  return [...changed, ...removed];
}

export const parseLock = (text: string): Lock => (JSON.parse(text) as { packages: Lock }).packages;
export const readLock = (root: string): Lock => parseLock(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
