import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Increase it when unpacked roots of earlier versions can't be used. */
export const SETUP_VERSION = '3';
export const POSTGRES_VERSION = '18';
export const SUITE = 'forky';

const ARCHITECTURE = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';

export interface EnginePaths {
  cache: string;
  root: string;
  template: string;
  stamp: string;
  binaries: string;
  share: string;
  libraries: string;
  /** `initdb` beside a `postgres` that uses the root's loader. */
  wrappers: string;
}

export function enginePaths(): EnginePaths {
  const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'documentdb');
  const root = path.join(cache, 'root');
  const postgres = path.join(root, 'usr/lib/postgresql', POSTGRES_VERSION);
  const libraries = path.join(root, 'usr/lib', ARCHITECTURE);
  return {
    cache,
    root,
    template: `${root}.tpl`,
    stamp: path.join(root, '.docdb-setup'),
    binaries: path.join(postgres, 'bin'),
    share: path.join(root, 'usr/share/postgresql', POSTGRES_VERSION),
    libraries: [libraries, `${libraries}/blas`, `${libraries}/lapack`, path.join(postgres, 'lib')].join(':'),
    wrappers: path.join(postgres, 'runbin'),
  };
}

/** Returns the unpacked root's dynamic loader, which makes it independent of the host's C library. */
export function findLoader({ root }: EnginePaths): string {
  const folders = ['lib64', 'usr/lib64', 'lib', 'usr/lib', `usr/lib/${ARCHITECTURE}`].map((folder) =>
    path.join(root, folder),
  );
  for (const folder of folders.filter((folder) => existsSync(folder))) {
    const loader = readdirSync(folder).find((file) => /^ld-linux-.*\.so\.\d+$/.test(file));
    if (loader) return path.join(folder, loader);
  }
  return path.join(root, 'usr/lib64/ld-linux-x86-64.so.2');
}
