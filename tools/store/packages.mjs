// Needs no packages itself.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const NAME = 'node_modules';

/**
 * @param {string} root
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
const lockedPackages = (root, file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

/**
 * Returns whether node_modules matches package-lock.json; npm writes its own lock file last.
 * @param {string} root
 */
export function arePackagesCurrent(root) {
  if (!existsSync(path.join(root, NAME, '.package-lock.json'))) return false;
  const installed = lockedPackages(root, `${NAME}/.package-lock.json`);
  return Object.entries(lockedPackages(root, 'package-lock.json'))
    .filter(([name]) => name.includes(`${NAME}/`))
    .every(([name, { version, link, optional, devOptional }]) => {
      if (link) return existsSync(path.join(root, name));
      const found = installed[name];
      return found ? found.version === version : Boolean(optional || devOptional); // for another platform
    });
}

/**
 * Installs the locked packages beside those that are there and exchanges both: the processes of a store that runs load
 * packages from there. A failure changes nothing.
 * @param {string} root
 * @param {(folder: string) => Promise<void>} install runs `npm ci` in a folder
 */
export async function replacePackages(root, install) {
  if (!existsSync(path.join(root, NAME))) return install(root);
  const workspaces = Object.keys(lockedPackages(root, 'package-lock.json')).filter(
    (name) => !name.includes(`${NAME}/`),
  );
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const beside = mkdtempSync(path.join(root, '.cache/packages-'));
  const remove = () => rmSync(beside, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    for (const name of [
      '.npmrc',
      'package-lock.json',
      ...workspaces.map((folder) => path.join(folder, 'package.json')),
    ]) {
      if (!existsSync(path.join(root, name))) continue;
      mkdirSync(path.dirname(path.join(beside, name)), { recursive: true });
      copyFileSync(path.join(root, name), path.join(beside, name));
    }
    await install(beside);
    for (const folder of workspaces) exchange(path.join(root, folder, NAME), path.join(beside, folder, NAME));
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/**
 * @param {string} present
 * @param {string} next
 */
function exchange(present, next) {
  const previous = `${next}-previous`;
  if (existsSync(present)) {
    mkdirSync(path.dirname(previous), { recursive: true });
    renameSync(present, previous);
  }
  if (existsSync(next)) renameSync(next, present);
}
