export const CORRELATION_HEADER = 'x-correlation-id';
export const DEADLINE_HEADER = 'x-deadline';

export type WireReply =
  | { ok: true; data: unknown }
  | { ok: false; error: { code: string; message: string; details?: Record<string, unknown> | undefined } };
