import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationState } from '@rangavalli/contracts/notification-kinds';
import type { NotificationRecord } from './notification.schema.js';

/** Longer than the requester of a command waits for one attempt. */
const WAIT_MS = 3_000;
const POLL_MS = 100;

/**
 * Returns the state of a message once nobody is sending it: a request is repeated while a slow provider has not
 * responded to the first one. After the wait, `queued`.
 */
export async function settledState(
  find: () => Promise<Pick<NotificationRecord, 'state'> | null>,
): Promise<NotificationState | undefined> {
  for (const until = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
    const state = (await find())?.state;
    if (state !== 'queued' || Date.now() >= until) return state;
  }
}
