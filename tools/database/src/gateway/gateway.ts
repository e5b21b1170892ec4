// What all connections share: the pools to PostgreSQL, open cursors and transactions, remembered answers.
import pg from 'pg';
import { CursorStore } from './cursors.js';
import { IndexKeys } from './index-keys.js';
import type { GatewayOptions } from './options.js';
import { RetryRecord } from './retry-record.js';
import { TransactionStore } from './transactions.js';
import { Turns } from './turns.js';

const READY_ATTEMPTS = 300;
const READY_PAUSE_MS = 100;

/** The gateway's shared state. `close` ends everything that it holds open in PostgreSQL. */
export class Gateway {
  readonly pool: pg.Pool;
  readonly cursors: CursorStore;
  readonly transactions: TransactionStore;
  readonly retries = new RetryRecord();
  /** Where those wait, per collection, who gave way to another write. */
  readonly secondTries = new Turns();
  readonly indexKeys: IndexKeys;
  readonly startedAt = Date.now();
  /** Commands since the start, for serverStatus, under the names that MongoDB has for them. */
  readonly opcounters = { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 };
  /** Open client connections, for serverStatus. */
  connections = 0;
  private readonly transactionPool: pg.Pool;
  private sweep: NodeJS.Timeout | undefined;

  constructor(readonly options: GatewayOptions) {
    const connection = {
      host: options.socketFolder,
      user: 'docdb',
      database: 'postgres',
      application_name: 'mongodb-gateway',
      options: '-c search_path=documentdb_api_catalog,documentdb_api,public',
    };
    this.pool = new pg.Pool({
      ...connection,
      max: options.poolSize,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 30_000,
    });
    this.transactionPool = new pg.Pool({
      ...connection,
      max: options.transactionPoolSize,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    });
    for (const pool of [this.pool, this.transactionPool]) {
      // an idle connection that breaks is replaced by the pool; the next command reports what is really wrong
      pool.on('error', (error) => options.debug && console.error(`pool: ${error.message}`));
    }
    this.cursors = new CursorStore(this.pool, options.cursorIdleMs);
    this.transactions = new TransactionStore(this.transactionPool, this.cursors, options);
    this.indexKeys = new IndexKeys(this.pool);
  }

  /** Resolves when PostgreSQL answers and the extension is there; rejects after 30 s or by the signal. */
  async ready(signal?: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        await this.pool.query('SELECT documentdb_api.binary_version()');
        break;
      } catch (error) {
        if (attempt >= READY_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
      }
    }
    if (this.options.ttlSeconds > 0) {
      this.sweep = setInterval(() => {
        this.pool.query('CALL documentdb_api_internal.delete_expired_rows()').catch((error: unknown) => {
          if (this.options.debug) console.error('ttl sweep', error);
        });
      }, this.options.ttlSeconds * 1000);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    this.cursors.dropAll();
    await this.transactions.abortAll();
    await Promise.allSettled([this.pool.end(), this.transactionPool.end()]);
  }
}
