import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Returns null when the file is missing or was truncated by a crash. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Writes a JSON file atomically. */
export function writeJson(file: string, content: unknown, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode });
  renameSync(temporary, file);
}
