import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from 'jest';
import { ROOT, type Workspace } from '../workspaces.js';

const require = createRequire(import.meta.url);
const ownFile = (name: string): string => join(import.meta.dirname, name);

/** Leaves out compiled tests whose source is gone. */
export const testFilter = ownFile('has-source.cjs');

/** Sources of packages, never a stale build. */
const SOURCES = {
  '^@rangavalli/(contracts|http-cache|pin-codes|search-index|service-kit)/(.*)$': join(ROOT, 'packages/$1/src/$2.ts'),
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const swc: [string, object] = [
  require.resolve('@swc/jest'),
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];

/**
 * What `tsc -b` compiled, as Node runs it: the files of all workspaces share a few processes and the modules that they
 * have loaded. Jest's own modules load Nest and mongoose again for each file, which takes longer than most tests.
 */
function compiledProject(workspaces: readonly Workspace[], ignored: string[]): Config {
  return {
    displayName: 'node',
    rootDir: ROOT,
    roots: workspaces.map(({ folder }) => join(folder, 'dist')),
    runner: ownFile('light-runner.js'),
    setupFilesAfterEnv: [ownFile('time-limits.js')],
    testMatch: workspaces.flatMap(({ folder, browser }) =>
      join(folder, browser ? 'dist/server' : 'dist', '**/*.test.js'),
    ),
    testPathIgnorePatterns: ['/node_modules/', ...ignored],
    haste: { enableSymlinks: false },
    // Jest reads all files of these extensions before it starts; bundles are large.
    moduleFileExtensions: ['js'],
  };
}

/** CommonJS in jsdom: jest cannot mock ES modules of React. */
function browserProject(workspace: Workspace): Config {
  return {
    displayName: workspace.name.replace('@rangavalli/', ''),
    rootDir: workspace.folder,
    // Of several projects, Jest sets the root folder of all to that of the run.
    roots: [workspace.folder],
    moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
    modulePathIgnorePatterns: [join(workspace.folder, 'dist/')],
    restoreMocks: true,
    testEnvironment: require.resolve('jest-environment-jsdom'),
    setupFiles: [ownFile('browser-globals.cjs')],
    setupFilesAfterEnv: [join(ROOT, 'packages/web-kit/src/testing/wait-timeout.ts')],
    moduleNameMapper: {
      '\\.module\\.css$': ownFile('css-module.cjs'),
      '\\.(css|svg|woff2|avif|webp)$': ownFile('asset.cjs'),
      '^@rangavalli/web-kit/ui/(.*)$': join(ROOT, 'packages/web-kit/src/ui/$1.tsx'),
      '^@rangavalli/web-kit/(.*)$': join(ROOT, 'packages/web-kit/src/$1'),
      ...SOURCES,
    },
    transform: { '\\.tsx?$': swc },
    testMatch: [join(workspace.folder, '{src,worker}/**/*.test.{ts,tsx}')],
  };
}

/** @param ignored patterns of compiled tests that are left out */
export function jestProjects(workspaces: readonly Workspace[], ignored: string[] = []): Config[] {
  const compiled = workspaces.filter(({ folder, browser }) => !browser || existsSync(join(folder, 'server')));
  return [
    ...(compiled.length > 0 ? [compiledProject(compiled, ignored)] : []),
    ...workspaces.filter(({ browser }) => browser).map(browserProject),
  ];
}
