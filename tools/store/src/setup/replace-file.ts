import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';

/** Writes a file atomically: a crash or a full disk leaves the previous one. A link to it stays a link. */
export function replaceFile(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const temporary = `${target}.${process.pid}.new`;
  try {
    writeFileSync(temporary, text, { mode });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    refuseFullDisk(file, error);
    throw error;
  }
}

/** Throws a Refusal when `error` is that of a full disk. */
export function refuseFullDisk(file: string, error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return;
  const problem = "can't be written: its disk is full. Delete what is not needed there, then repeat the command.";
  throw new Refusal(`${file} ${problem}`);
}
