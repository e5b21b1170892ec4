import { ROOT } from '../paths.js';
import { dependencyChanges, dependencyProblems, type LockedPackage, readLock } from './licences.js';

const integrity = 'sha512-abc';
const lockOf = (one: LockedPackage, name = 'some') => ({
  [`node_modules/${name}`]: { version: '1.0.0', integrity, license: 'MIT', ...one },
});

it('the packages of this checkout have no problem', () => {
  expect(dependencyProblems(readLock(ROOT))).toEqual([]);
});

it.each([['MIT'], ['(MIT OR GPL-3.0-only)'], ['Apache-2.0 AND MIT']])('accepts %s', (license) => {
  expect(dependencyProblems(lockOf({ license }))).toEqual([]);
});

it.each([['GPL-3.0-only'], ['AGPL-3.0-or-later'], ['MIT AND GPL-2.0-only'], ['SSPL-1.0'], ['UNLICENSED'], ['']])(
  'refuses %s',
  (license) => {
    expect(dependencyProblems(lockOf({ license }))).toEqual([expect.stringContaining('some@1.0.0 has the licence')]);
  },
);

it('accepts a weak copyleft licence in development only', () => {
  expect(dependencyProblems(lockOf({ license: 'MPL-2.0', dev: true }))).toEqual([]);
  expect(dependencyProblems(lockOf({ license: 'MPL-2.0' }))).toHaveLength(1);
});

it.each([
  ['no integrity hash', { integrity: '' }],
  ['a weak integrity hash', { integrity: 'sha1-abc' }],
  ['a download address', { resolved: 'https://registry.example/some.tgz' }],
  ['runs a script', { hasInstallScript: true }],
])('refuses a package with: %s', (problem, one) => {
  expect(dependencyProblems(lockOf(one))).toEqual([expect.stringContaining(problem)]);
});

it('exempts reviewed packages by their own name only', () => {
  expect(dependencyProblems(lockOf({ license: '' }, 'pause'))).toEqual([]);
  expect(dependencyProblems(lockOf({ license: '' }, 'pause-all'))).toHaveLength(1);
  expect(dependencyProblems(lockOf({ hasInstallScript: true }, '@swc/core'))).toEqual([]);
});

it('lists what a change adds, updates and removes', () => {
  const before = { ...lockOf({}, 'kept'), ...lockOf({}, 'updated'), ...lockOf({}, 'removed') };
  const after = { ...lockOf({}, 'kept'), ...lockOf({ version: '2.0.0' }, 'updated'), ...lockOf({}, 'added') };
  expect(dependencyChanges(before, after)).toEqual([
    'updated updated 1.0.0 → 2.0.0 MIT',
    'added added 1.0.0 MIT',
    'removed removed 1.0.0',
  ]);
});
