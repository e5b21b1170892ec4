import type pg from 'pg';
import { Code, CommandError } from './errors.js';

const TIMEOUT_MS = 60_000;
/** MongoDB fails a transaction at once on a write conflict; PostgreSQL would wait for the lock. */
const LOCK_TIMEOUT_MS = 100;

export interface Transaction {
  readonly number: string;
  client: pg.PoolClient | null;
  state: 'open' | 'committed' | 'aborted';
  timer?: NodeJS.Timeout;
}

/** Multi-document transactions: each has a REPEATABLE READ connection. */
export class TransactionStore {
  private readonly bySession = new Map<string, Transaction>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly onEnd: (transaction: Transaction) => void,
  ) {}

  async begin(sessionId: string, number: string): Promise<Transaction> {
    await this.abort(sessionId);
    const client = await this.pool.connect();
    const transaction: Transaction = { number, client, state: 'open' };
    this.bySession.set(sessionId, transaction);
    try {
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    } catch (error) {
      client.release(true);
      this.bySession.delete(sessionId);
      throw error;
    }
    transaction.timer = setTimeout(() => void this.abort(sessionId), TIMEOUT_MS);
    transaction.timer.unref();
    return transaction;
  }

  current(sessionId: string, number: string): Transaction {
    const transaction = this.bySession.get(sessionId);
    if (!transaction?.client || transaction.number !== number) {
      throw new CommandError(
        Code.noSuchTransaction,
        `Given transaction number ${number} does not match any in-progress transactions.`,
      );
    }
    return transaction;
  }

  /** Idempotent. Throws noSuchTransaction after a rollback. */
  async commit(sessionId: string, number: string): Promise<void> {
    const transaction = this.bySession.get(sessionId);
    if (!transaction || transaction.number !== number || transaction.state === 'aborted') {
      throw new CommandError(Code.noSuchTransaction, `Transaction ${number} has been aborted or does not exist`);
    }
    if (transaction.state === 'open') await this.end(transaction, 'COMMIT');
  }

  async abortByClient(sessionId: string, number: string): Promise<void> {
    const transaction = this.bySession.get(sessionId);
    if (!transaction || transaction.number !== number)
      throw new CommandError(Code.noSuchTransaction, 'no such transaction');
    if (transaction.state === 'committed')
      throw new CommandError(Code.transactionCommitted, 'transaction already committed');
    await this.abort(sessionId);
  }

  /** Rolls back the session's open transaction, if any; never throws. */
  async abort(sessionId: string): Promise<void> {
    const transaction = this.bySession.get(sessionId);
    // When the rollback fails, its connection is discarded, which rolls back too.
    if (transaction?.client) await this.end(transaction, 'ROLLBACK').catch(() => undefined);
  }

  async endSession(sessionId: string): Promise<void> {
    await this.abort(sessionId);
    this.bySession.delete(sessionId);
  }

  async abortAll(): Promise<void> {
    for (const sessionId of this.bySession.keys()) await this.abort(sessionId);
  }

  private async end(transaction: Transaction, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const client = transaction.client;
    if (!client) return;
    transaction.client = null;
    clearTimeout(transaction.timer);
    this.onEnd(transaction);
    transaction.state = statement === 'COMMIT' ? 'committed' : 'aborted';
    let command: string;
    try {
      ({ command } = await client.query(statement));
    } catch (error) {
      client.release(true);
      transaction.state = 'aborted';
      throw error;
    }
    client.release();
    if (statement === 'COMMIT' && command === 'ROLLBACK') {
      transaction.state = 'aborted';
      throw new CommandError(Code.noSuchTransaction, 'Transaction was aborted');
    }
  }
}
