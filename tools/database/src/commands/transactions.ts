import type { Handler } from '../gateway/context.js';

export const transactionCommands: Record<string, Handler> = {
  committransaction: async ({ gateway, sessionId, operationNumber }) => {
    await gateway.transactions.commit(sessionId, operationNumber ?? '');
    return { ok: 1 };
  },
  aborttransaction: async ({ gateway, sessionId, operationNumber }) => {
    await gateway.transactions.abortByClient(sessionId, operationNumber ?? '');
    return { ok: 1 };
  },
};
