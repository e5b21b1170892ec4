import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Content of a JSON file; `null` when it isn't there or was cut off by a crash. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Writes a JSON file in one step, so that a reader sees the old or the new content and never a part. */
export function writeJson(file: string, content: unknown, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode });
  renameSync(fresh, file);
}
