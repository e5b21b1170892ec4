import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from 'jest';
import { ROOT, type Workspace } from '../workspaces.js';

const require = createRequire(import.meta.url);
const ownFile = (name: string): string => join(import.meta.dirname, name);

/** Tests use package sources, never a stale build. */
const SOURCES = {
  '^@rangavalli/(contracts|http-cache|pin-codes|search-index|service-kit)/(.*)$': join(ROOT, 'packages/$1/src/$2.ts'),
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

function swc(react: boolean): [string, Record<string, unknown>] {
  return [
    require.resolve('@swc/jest'),
    {
      swcrc: false,
      sourceMaps: 'inline',
      module: { type: react ? 'commonjs' : 'es6' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: react, decorators: true },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          react: { runtime: 'automatic' },
        },
      },
    },
  ];
}

/** Jest needs ES modules that CommonJS packages require to be compiled. */
const REQUIRED_MODULES = 'content-disposition';

function nodeProject(workspace: Workspace): Config {
  return {
    testEnvironment: 'node',
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: SOURCES,
    transform: { '\\.ts$': swc(false), [`/node_modules/(${REQUIRED_MODULES})/.*\\.js$`]: swc(true) },
    transformIgnorePatterns: [`/node_modules/(?!(${REQUIRED_MODULES})/)`],
    testMatch: [join(workspace.folder, workspace.browser ? '{server,worker}/**/*.test.ts' : 'src/**/*.test.ts')],
  };
}

/** CommonJS in jsdom: jest cannot mock ES modules of React. */
function browserProject(workspace: Workspace): Config {
  return {
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
    transform: { '\\.tsx?$': swc(true) },
    testMatch: [join(workspace.folder, 'src/**/*.test.{ts,tsx}')],
  };
}

export function jestProjects(workspace: Workspace): Config[] {
  const name = workspace.name.replace('@rangavalli/', '');
  const common = {
    rootDir: workspace.folder,
    moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    restoreMocks: true,
  };
  const own = workspace.browser ? browserProject(workspace) : nodeProject(workspace);
  const projects: Config[] = [{ ...common, ...own, displayName: name }];
  if (workspace.browser && existsSync(join(workspace.folder, 'server'))) {
    projects.push({ ...common, ...nodeProject(workspace), displayName: `${name} server` });
  }
  return projects;
}
