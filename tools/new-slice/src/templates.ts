import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Names } from './names.js';
import type { Tree } from './tree.js';

const FOLDER = path.join(import.meta.dirname, '../templates');
/** Excludes templates from the checks of sources. */
const ENDING = '.template';

const fill = (text: string, { slice, name, Name, NAME }: Names): string =>
  text
    .replaceAll('__slice__', slice)
    .replaceAll('__name__', name)
    .replaceAll('__Name__', Name)
    .replaceAll('__NAME__', NAME);

export function addTemplate(tree: Tree, template: 'remote' | 'service', names: Names): void {
  const folder = path.join(FOLDER, template);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const whole = path.join(entry.parentPath, entry.name);
    tree.add(
      fill(path.relative(folder, whole).slice(0, -ENDING.length), names),
      fill(readFileSync(whole, 'utf8'), names),
    );
  }
}
