/** How a command travels. */
export const CORRELATION_HEADER = 'x-correlation-id';
/** Epoch ms after which the asker no longer listens: a late request is dropped, not carried out. */
export const DEADLINE_HEADER = 'x-deadline';

export type WireReply =
  | { ok: true; data: unknown }
  | { ok: false; error: { code: string; message: string; details?: Record<string, unknown> } };
