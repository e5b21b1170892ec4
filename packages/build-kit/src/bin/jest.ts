#!/usr/bin/env node
/** Tests the workspace in this folder, or with `--all` all but e2e and the loom; other arguments go to jest. */
import { createRequire } from 'node:module';
import { jestProjects, testFilter } from '../jest/projects.js';
import { runInPlace } from '../run-in-place.js';
import { ROOT, allWorkspaces, workspaceAt } from '../workspaces.js';

const require = createRequire(import.meta.url);

const all = process.argv.includes('--all');
/** Patterns name sources; of Node's workspaces, the compiled files are tested. */
const toPattern = (argument: string): string =>
  /^[-/]/.test(argument) ? argument : argument.replace(/\bsrc\//, '(src|dist)/').replace(/\.ts$/, '.[jt]s');
const passed = process.argv.slice(2).filter((argument) => argument !== '--all');
const workspaces = all
  ? allWorkspaces().filter(({ name }) => !/\/(?:e2e|loom)$/.test(name))
  : [workspaceAt(process.cwd())];

/** `*.store.test.ts` run with `npm test` of the whole, or by name: they start other services and crash them. */
const isWhole = all || passed.some((argument) => !argument.startsWith('-'));

const config = {
  rootDir: all ? ROOT : process.cwd(),
  projects: jestProjects(workspaces, isWhole ? [] : ['\\.store\\.test\\.js$']),
  filter: testFilter,
  testTimeout: 30_000,
  // Two cores are used half by two workers: tests wait for timers, the database and NATS.
  maxWorkers: 4,
};

process.exitCode = await runInPlace(
  process.execPath,
  [require.resolve('jest/bin/jest'), '--config', JSON.stringify(config), ...passed.map(toPattern)],
  {
    ...process.env,
    // Cloudinary's SDK chooses http when it is imported, as the stand-ins need.
    CLOUDINARY_URL: 'cloudinary://key:s3cret@shop?upload_prefix=http://127.0.0.1',
    // Errors of compiled tests name the lines of their sources.
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], '--enable-source-maps'].filter(Boolean).join(' '),
  },
);
