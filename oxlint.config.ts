import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'oxlint';

interface Slice {
  folder: string;
  packages: string[];
  /** Folders of other slices from which it may import. */
  mayImport?: string[];
}

const root = new URL('.', import.meta.url);
const workspacesIn = (folder: string) => readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`);
const packageName = (folder: string): string =>
  (JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), 'utf8')) as { name: string }).name;

const single = ['shell', 'gateway', 'mf-catalog', 'mf-checkout', 'mf-account', 'mf-admin'];
const slices: Slice[] = [
  ...[...single, ...workspacesIn('services')].map((folder) => ({ folder, packages: [packageName(folder)] })),
  // The tools count as one slice: they may import one another.
  { folder: 'tools', packages: workspacesIn('tools').map(packageName) },
  // Drills start processes as the store tool defines them.
  { folder: 'e2e', packages: [packageName('e2e')], mayImport: ['tools'] },
];

/** Forbids imports of every other slice: what two slices share is in `packages` (docs/architecture.md, rule 9). */
const boundary = (own?: Slice) => {
  const others = slices.filter((slice) => slice !== own && !own?.mayImport?.includes(slice.folder));
  const folders = others.map(({ folder }) =>
    folder.replace('services/', '(?:services/)?').replace('tools', 'tools/[^/]+'),
  );
  const packages = others.flatMap((slice) => slice.packages);
  const regex = `^(?:\\.\\./)+(?:${folders.join('|')})/(?:src|server|worker|dist)/|^(?:${packages.join('|')})(?:/|$)`;
  const message = 'A slice does not import another slice: what two slices share belongs in packages/.';
  return ['error', { patterns: [{ regex, message }] }] as const;
};

const browser = ['**/*.tsx', 'packages/web-kit/src/**', 'shell/src/**', 'mf-*/src/**'];
const plugins = ['typescript', 'unicorn', 'oxc', 'import', 'promise'] as const;

export default defineConfig({
  plugins: [...plugins],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  env: { es2024: true, node: true },
  ignorePatterns: ['**/dist/**', '**/.data/**', '**/test-results/**', '**/playwright-report/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    // Off, because the code base uses the pattern on purpose, or because the rule reports styles instead of faults.
    'typescript/consistent-type-imports': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-extraneous-class': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/no-unnecessary-type-conversion': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-await-in-loop': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-module-specifiers': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'no-console': 'off',
  },
  overrides: [
    {
      files: browser,
      plugins: [...plugins, 'react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/react-in-jsx-scope': 'off',
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx'],
      plugins: [...plugins, 'jest'],
      env: { jest: true },
      rules: { 'oxc/erasing-op': 'off', 'eslint/no-unmodified-loop-condition': 'off' },
    },
    { files: ['packages/**'], rules: { 'no-restricted-imports': boundary() } },
    ...slices.map((slice) => ({
      files: [`${slice.folder}/**`],
      rules: { 'no-restricted-imports': boundary(slice) },
    })),
  ],
});
