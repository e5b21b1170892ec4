import type { Handler } from '../gateway/context.js';
import { adminCommands } from './admin.js';
import { bulkWrite } from './bulk-write.js';
import { collectionCommands } from './collections.js';
import { readCommands } from './reads.js';
import { serverCommands } from './server.js';
import { transactionCommands } from './transactions.js';
import { writeCommands } from './writes.js';

/** Every command that is served, by its name in lower case. */
export const COMMANDS: Record<string, Handler> = {
  ...serverCommands,
  ...adminCommands,
  ...collectionCommands,
  ...readCommands,
  ...writeCommands,
  ...transactionCommands,
  bulkwrite: bulkWrite,
  listcommands: () => ({ commands: Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, {}])), ok: 1 }),
};
