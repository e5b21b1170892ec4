import { readFileSync } from 'node:fs';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import { replaceFile } from './replace-file.js';

/** Returns null when the file is missing or was truncated by a crash. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/**
 * Reads a file whose content must not be replaced because it could not be read.
 * @returns undefined when it is missing
 * @throws Refusal when it is unreadable or damaged, without its content
 */
export function readIntactJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Refusal(`${file} can't be read: ${messageOf(error)}`);
  }
  const { data, error } = schema.safeParse(parseJson(text));
  if (error)
    throw new Refusal(`${file} is damaged. Restore it from a copy; nothing was changed.\n${z.prettifyError(error)}`);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a JSON file atomically. */
export const writeJson = (file: string, content: unknown, mode?: number): void =>
  replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, mode);
