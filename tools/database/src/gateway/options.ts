/** Times in milliseconds. */
export interface GatewayOptions {
  host: string;
  port: number;
  socketFolder: string;
  /** `null`: a standalone server, without transactions and retryable writes. */
  replicaSet: string | null;
  cursorIdleMs: number;
  transactionMs: number;
  /** MongoDB fails a transaction at once on a write conflict; PostgreSQL would wait for the lock. */
  lockWaitMs: number;
  poolSize: number;
  transactionPoolSize: number;
  /** Interval of sweeps in addition to the engine's own (once a minute); 0 for none. */
  ttlSeconds: number;
  debug: boolean;
}

export const DEFAULT_OPTIONS = {
  host: '127.0.0.1',
  replicaSet: 'rs0',
  cursorIdleMs: 600_000,
  transactionMs: 60_000,
  lockWaitMs: 100,
  poolSize: 24,
  transactionPoolSize: 60,
  ttlSeconds: 0,
  debug: false,
} as const satisfies Partial<GatewayOptions>;
