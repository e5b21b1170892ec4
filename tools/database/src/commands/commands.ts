import type { Handler } from '../gateway/context.js';
import { accessCommands } from './access.js';
import { adminCommands } from './admin.js';
import { collectionCommands } from './collections.js';
import { readCommands } from './reads.js';
import { serverCommands } from './server.js';
import { writeCommands } from './writes.js';

export const COMMANDS: Record<string, Handler> = {
  ...serverCommands,
  ...accessCommands,
  ...adminCommands,
  ...collectionCommands,
  ...readCommands,
  ...writeCommands,
  committransaction: async ({ gateway, sessionId, operationNumber }) => {
    await gateway.transactions.commit(sessionId, operationNumber ?? '');
    return { ok: 1 };
  },
  aborttransaction: async ({ gateway, sessionId, operationNumber }) => {
    await gateway.transactions.abortByClient(sessionId, operationNumber ?? '');
    return { ok: 1 };
  },
  listcommands: () => ({ commands: Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, {}])), ok: 1 }),
};
