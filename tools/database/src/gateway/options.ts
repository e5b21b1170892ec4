/** How the gateway behaves; times in milliseconds. */
export interface GatewayOptions {
  host: string;
  port: number;
  /** Folder of PostgreSQL's Unix socket. */
  socketFolder: string;
  /** Name told to drivers; `null` is a standalone server (no transactions, no retryable writes). */
  replicaSet: string | null;
  /** An open cursor that nobody asks is closed after this. */
  cursorIdleMs: number;
  /** A transaction that isn't ended is rolled back after this. */
  transactionMs: number;
  /** MongoDB fails a transaction at once on a write conflict; PostgreSQL would wait for the other one. */
  lockWaitMs: number;
  /** Connections to PostgreSQL for ordinary commands. */
  poolSize: number;
  /** Connections to PostgreSQL kept for open transactions. */
  transactionPoolSize: number;
  /** Seconds between sweeps of expired documents on top of the engine's own (once a minute); 0 is none. */
  ttlSeconds: number;
  /** Prints every failed command. */
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
