import { chownSync, lchownSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Changes owner and group of a folder and all that is in it; links themselves, not what they point to. */
export function chownRecursive(folder: string, id: number): void {
  chownSync(folder, id, id);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), id, id);
  }
}
