import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allWorkspaces } from '@rangavalli/build-kit/workspaces';
import { ROOT } from '../paths.js';
import { needsServers } from './unit.js';

const folders = allWorkspaces(ROOT)
  .map(({ folder }) => path.relative(ROOT, folder))
  .filter((folder) => folder !== 'e2e');

it.each(folders)('`npm test -w %s` tests that workspace', (folder) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, bootstrap = '', tested] = /^exec node (\S+) test-workspace (\S+)$/.exec(scripts['test'] ?? '') ?? [];
  expect([path.join(folder, bootstrap), tested]).toEqual(['tools/store/bootstrap.mjs', folder]);
});

it('starts a database where tests start services', () => {
  const withServers = ['services/order', 'gateway', 'packages/service-kit', 'tools/store'];
  expect(withServers.filter(needsServers)).toEqual(withServers);
  expect(['shell', 'mf-admin', 'packages/contracts', 'tools/seed'].filter(needsServers)).toEqual([]);
});
