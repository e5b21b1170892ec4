import pg from 'pg';
import type { Users } from '../access/users.js';
import { CREATE_INDEX_METHOD } from '../engine/template.js';
import { CursorStore } from './cursors.js';
import { IndexKeys } from './index-keys.js';
import { KeyedQueue } from './keyed-queue.js';
import { TransactionStore } from './transactions.js';

export const HOST = '127.0.0.1';
export const REPLICA_SET = 'rs0';
const READY_ATTEMPTS = 300;
const READY_INTERVAL_MS = 100;
const MAX_RETRYABLE_SESSIONS = 5_000;

export interface GatewayOptions {
  port: number;
  socketFolder: string;
  /** Interval of the sweep of expired documents and cursor files. */
  ttlSeconds: number;
  debug: boolean;
  /** Without users, every client may do everything. */
  users?: Users | undefined;
}

export class Gateway {
  readonly pool: pg.Pool;
  readonly cursors: CursorStore;
  readonly transactions: TransactionStore;
  readonly retryableWrites = new RetryableWrites();
  /** Retries after write conflicts, serialised per collection. */
  readonly conflictRetries = new KeyedQueue();
  /** Upserts, serialised per `_id`. */
  readonly upserts = new KeyedQueue();
  readonly indexKeys: IndexKeys;
  readonly startedAt = Date.now();
  readonly opcounters = { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 };
  readonly users: Users | undefined;
  connections = 0;
  private readonly transactionPool: pg.Pool;
  private sweepTimer: NodeJS.Timeout | undefined;

  constructor(readonly options: GatewayOptions) {
    this.users = options.users;
    const connection = {
      host: options.socketFolder,
      user: 'docdb',
      database: 'postgres',
      application_name: 'mongodb-gateway',
      options: '-c search_path=documentdb_api_catalog,documentdb_api,public',
    };
    this.pool = new pg.Pool({ ...connection, max: 24, idleTimeoutMillis: 0, connectionTimeoutMillis: 30_000 });
    this.transactionPool = new pg.Pool({
      ...connection,
      max: 60,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    });
    for (const pool of [this.pool, this.transactionPool]) {
      // The pool replaces broken idle connections; the next command reports the cause.
      pool.on('error', (error) => options.debug && console.error(`pool: ${error.message}`));
    }
    this.cursors = new CursorStore(this.pool);
    this.transactions = new TransactionStore(this.transactionPool, (transaction) => this.cursors.removeOf(transaction));
    this.indexKeys = new IndexKeys(this.pool);
  }

  /** Resolves when PostgreSQL and the extension are ready; rejects after 30 s or when the signal aborts. */
  async ready(signal?: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        await this.pool.query('SELECT documentdb_api.binary_version()');
        await this.pool.query(CREATE_INDEX_METHOD); // data of earlier versions lacks it
        break;
      } catch (error) {
        if (attempt >= READY_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, READY_INTERVAL_MS));
      }
    }
    this.sweepTimer = setInterval(() => void this.sweep(), this.options.ttlSeconds * 1000);
  }

  async close(): Promise<void> {
    clearInterval(this.sweepTimer);
    this.cursors.removeAll();
    await this.transactions.abortAll();
    await Promise.allSettled([this.pool.end(), this.transactionPool.end()]);
  }

  private async sweep(): Promise<void> {
    try {
      await this.pool.query('CALL documentdb_api_internal.delete_expired_rows()');
      await this.pool.query('SELECT documentdb_api_internal.cursor_directory_cleanup()');
    } catch (error) {
      if (this.options.debug) console.error('sweep', error);
    }
  }
}

/** Responses of each session's last retryable write, in memory, so that a driver's retry is not executed again. */
class RetryableWrites {
  private readonly bySession = new Map<string, { number: string; response: Promise<Buffer> }>();

  find(sessionId: string, number: string): Promise<Buffer> | undefined {
    const write = this.bySession.get(sessionId);
    return write?.number === number ? write.response : undefined;
  }

  add(sessionId: string, number: string, response: Promise<Buffer>): void {
    this.bySession.delete(sessionId);
    this.bySession.set(sessionId, { number, response });
    response.catch(() => this.bySession.delete(sessionId));
    const oldest = this.bySession.keys().next().value;
    if (this.bySession.size > MAX_RETRYABLE_SESSIONS && oldest !== undefined) this.bySession.delete(oldest);
  }

  delete(sessionId: string): void {
    this.bySession.delete(sessionId);
  }
}
