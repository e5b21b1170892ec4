#!/usr/bin/env node
/** Tests the workspace in this folder, or with `--all` all but e2e and the loom; other arguments go to jest. */
import { createRequire } from 'node:module';
import { jestProjects } from '../jest/projects.js';
import { runInPlace } from '../run-in-place.js';
import { ROOT, allWorkspaces, workspaceAt } from '../workspaces.js';

const require = createRequire(import.meta.url);

const all = process.argv.includes('--all');
const passed = process.argv.slice(2).filter((argument) => argument !== '--all');
const workspaces = all
  ? allWorkspaces().filter(({ name }) => !/\/(?:e2e|loom)$/.test(name))
  : [workspaceAt(process.cwd())];

const config = {
  rootDir: all ? ROOT : process.cwd(),
  projects: workspaces.flatMap(jestProjects),
  testTimeout: 30_000,
  passWithNoTests: true,
  // Two cores are used half by two workers: tests wait for timers, the database and NATS.
  maxWorkers: 4,
};

const flag = '--experimental-vm-modules';
process.exitCode = await runInPlace(
  process.execPath,
  [require.resolve('jest/bin/jest'), '--config', JSON.stringify(config), ...passed],
  {
    ...process.env,
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], flag, '--disable-warning=ExperimentalWarning']
      .filter(Boolean)
      .join(' '),
  },
);
