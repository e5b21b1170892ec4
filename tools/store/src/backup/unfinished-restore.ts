// A restore that is interrupted leaves part of the documents: the store must not start with them.
import { existsSync, rmSync } from 'node:fs';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import type { DataPaths } from '../paths.js';
import { readJson, writeJson } from '../setup/json-file.js';

const markSchema = z.object({ file: z.string(), refund: z.boolean() });
type Mark = z.infer<typeof markSchema>;

const howToRepeat = ({ file, refund }: Mark): string => `The restore of ${file} was not completed. Repeat it:
  npm run restore -- --replace ${refund ? '--refund ' : ''}${file}`;

/** Replaces what the store has by a backup. @throws Refusal with the command that repeats it when `work` fails */
export async function restoreMarked({ restoring }: DataPaths, mark: Mark, work: () => Promise<void>): Promise<void> {
  writeJson(restoring, mark, 0o600);
  try {
    await work();
  } catch (error) {
    throw new Refusal(`${messageOf(error)}\n${howToRepeat(mark)}`, { cause: error });
  }
  rmSync(restoring);
}

/** Throws a Refusal after a restore that was interrupted. */
export function requireCompleteRestore({ restoring }: DataPaths): void {
  if (!existsSync(restoring)) return;
  const mark = markSchema.safeParse(readJson(restoring)).data ?? { file: '<file>', refund: false };
  throw new Refusal(`${howToRepeat(mark)}
Start only these processes for it: ONLY=nats,database,razorpay npm start`);
}
