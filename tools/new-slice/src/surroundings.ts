// The build, image and deployment of a new slice are copied from an existing slice.
import { type Names, renameSlice } from './names.js';
import type { Tree } from './tree.js';

interface Lock {
  packages: Record<string, { name?: string; resolved?: string; link?: boolean; [more: string]: unknown }>;
}
interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Model {
  slice: string;
  folder: string;
  workspace: string;
  /** Packages that only the model needs. */
  leftOut: readonly string[];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export function addSurroundings(tree: Tree, model: Model, { slice }: Names): void {
  const like = renameSlice(model.slice, slice);
  const copy = (file: string): void => tree.add(like(file), like(tree.read(file)));

  copy(`${model.folder}/tsconfig.json`);
  for (const file of tree.filesBelow(`deploy/kubernetes/slices/${model.slice}`)) copy(file);
  const manifest = JSON.parse(like(tree.read(`${model.folder}/package.json`))) as Manifest;
  leaveOut(manifest, model.leftOut);
  tree.add(like(`${model.folder}/package.json`), json(manifest));
  addToLock(tree, model, like);

  tree.addLine('tsconfig.json', new RegExp(`\\{ "path": "${model.folder}" \\},`), like);
  tree.addLine('deploy/kubernetes/slices/kustomization.yaml', new RegExp(`- ${model.slice}`), like);
  // Of the model's team, until somebody else takes it over.
  tree.addLine('.github/CODEOWNERS', new RegExp(`/${model.folder}/ .*`), like);
  tree.addLine('.github/CODEOWNERS', new RegExp(`/deploy/kubernetes/slices/${model.slice}/ .*`), like);
  const inList = new RegExp(`rangavalli-${model.slice}(?=[,\\]])`, 'g');
  tree.replace('deploy/kubernetes/namespace/teams.yaml', inList, (found) => `${found}, ${like(found)}`);
  tree.addLine('.env.example', new RegExp(`#${model.slice.toUpperCase().replaceAll('-', '_')}_TAG=.*`), like);
  tree.replace(
    'docker-compose.yml',
    new RegExp(`^  ${model.slice}:\\n(?:    .+\\n)+\\n`, 'gm'),
    (block) => block + like(block),
  );
}

function leaveOut({ dependencies = {}, devDependencies = {} }: Manifest, names: readonly string[]): void {
  for (const name of names) {
    delete dependencies[name];
    delete devDependencies[name];
  }
}

function addToLock(tree: Tree, { folder, workspace, leftOut }: Model, like: (text: string) => string): void {
  const lock = JSON.parse(tree.read('package-lock.json')) as Lock;
  const own = JSON.parse(like(JSON.stringify(lock.packages[folder]))) as Manifest;
  leaveOut(own, leftOut);
  lock.packages[like(folder)] = own as Lock['packages'][string];
  lock.packages[`node_modules/${like(workspace)}`] = { resolved: like(folder), link: true };
  const root = lock.packages[''] as unknown as { workspaces: string[] };
  const at = root.workspaces.indexOf(folder);
  if (at >= 0) root.workspaces.splice(at + 1, 0, like(folder));
  const sorted = Object.entries(lock.packages).toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  tree.replace('package-lock.json', /^[\s\S]+$/g, () => json({ ...lock, packages: Object.fromEntries(sorted) }));
}
