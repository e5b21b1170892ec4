export const CORRELATION_HEADER = 'x-correlation-id';
/** Epoch ms after which the client has given up: the request is dropped. */
export const DEADLINE_HEADER = 'x-deadline';

export type WireReply =
  | { ok: true; data: unknown }
  | { ok: false; error: { code: string; message: string; details?: Record<string, unknown> } };
