import { renameSlice, type Names } from './names.js';
import { addSurroundings, type Model } from './surroundings.js';
import { addTemplate } from './templates.js';
import type { Tree } from './tree.js';

const MODEL: Model = {
  slice: 'mf-account',
  folder: 'mf-account',
  workspace: 'mf-account',
  leftOut: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
};

/** Everything of a new remote with one route, `/<name>`. */
export function newRemote(tree: Tree, names: Names): void {
  const { slice, name } = names;
  const like = renameSlice(MODEL.slice, slice);
  addTemplate(tree, 'remote', names);
  addSurroundings(tree, MODEL, names);

  tree.addLine('package.json', /"mf-account",/, like);
  tree.addLine('docker-compose.yml', /MF_ACCOUNT_URL: .*/, like, 2);
  tree.addLine('docker-compose.releases.yml', /mf-account: .*/, like);
  for (const caller of ['gateway', 'shell'])
    tree.addLine(`deploy/kubernetes/slices/${caller}/deployment.yaml`, /- \{ name: MF_ACCOUNT_URL, .*/, like);
  tree.replace(
    'packages/build-kit/budgets.json',
    /^( *)"mf-admin": \{/gm,
    (found, margin) => `${margin}"${slice}": { "routes": { "js": 45000, "css": 6000 } },\n${found}`,
  );
  tree.addLine('README.md', /\| \[mf-account\]\(mf-account\) .*/, () => `| [${slice}](${slice}) | \`/${name}\` |`);

  tree.addLine(
    'packages/contracts/src/fragments.ts',
    /mf_account: \{.*/,
    () => `mf_${name}: { slice: '${slice}', exposes: ['routes'] },`,
  );

  const table = 'e2e/src/walk/table.ts';
  tree.addLine(table, /import \{ adminRows \} .*/, () => `import { ${name}Rows } from './rows/${name}.js';`);
  tree.replace(table, /\.\.\.adminRows\b/g, (found) => `${found}, ...${name}Rows`);
  tree.replace(
    'e2e/src/drills/outage.spec.ts',
    /\{ name: 'mf-admin', path: '[^']*' \},/g,
    (found) => `${found} { name: '${slice}', path: '/${name}' },`,
  );
}
