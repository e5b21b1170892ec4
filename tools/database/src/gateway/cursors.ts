import type pg from 'pg';
import { callEngine } from './engine-calls.js';
import { Code, CommandError, isConnectionError } from './errors.js';
import type { Transaction } from './transactions.js';

const IDLE_MS = 600_000;

interface Cursor {
  database: string;
  continuation: Buffer;
  /** Set when the engine binds the cursor to a connection, which then stays checked out. */
  client: pg.PoolClient | null;
  transaction: Transaction | null;
  timer?: NodeJS.Timeout;
  isBusy?: boolean;
  isBroken?: boolean;
}

/** Open cursors. Their pages are in files of the engine, so most hold no connection. */
export class CursorStore {
  private readonly open = new Map<string, Cursor>();

  constructor(private readonly pool: pg.Pool) {}

  async firstPage(
    call: 'find' | 'aggregate' | 'listCollections' | 'listIndexes',
    database: string,
    body: Buffer,
    { single = false, transaction = null }: { single?: boolean; transaction?: Transaction | null } = {},
  ): Promise<Buffer> {
    const client = transaction?.client ?? (await this.pool.connect());
    const isPooled = client !== transaction?.client;
    let row;
    try {
      row = await callEngine(client, call, [database, body]);
    } catch (error) {
      if (isPooled) client.release(isConnectionError(error));
      throw error;
    }
    const { page, continuation, pinned = false, id } = row;
    if (!page) throw new CommandError(1, `${call}: the engine returned no page`);
    const staysOpen = continuation && !single;
    if (isPooled && !(staysOpen && pinned)) client.release();
    if (staysOpen) {
      const cursor: Cursor = { database, continuation, client: pinned ? client : null, transaction };
      this.open.set(String(id), cursor);
      this.startIdleTimer(String(id), cursor);
    }
    return page;
  }

  async nextPage(id: string, database: string, body: Buffer, transaction: Transaction | null): Promise<Buffer> {
    const cursor = this.open.get(id);
    // Rights belong to databases: a cursor of another one is not found.
    if (cursor?.database !== database) throw new CommandError(Code.cursorNotFound, `cursor id ${id} not found`);
    if (cursor.isBusy) throw new CommandError(Code.cursorInUse, `cursor id ${id} is already in use`);
    cursor.isBusy = true;
    clearTimeout(cursor.timer);
    try {
      const connection = cursor.client ?? transaction?.client ?? this.pool;
      const { page, continuation } = await callEngine(connection, 'getMore', [
        cursor.database,
        body,
        cursor.continuation,
      ]);
      if (!page) throw new CommandError(Code.cursorNotFound, `cursor id ${id} has no page`);
      if (continuation) {
        cursor.continuation = continuation;
        this.startIdleTimer(id, cursor);
      } else this.remove(id);
      return page;
    } catch (error) {
      cursor.isBroken = isConnectionError(error);
      this.remove(id);
      throw error;
    } finally {
      cursor.isBusy = false;
    }
  }

  /** @param database of the client; without it, any cursor */
  async kill(id: string, database?: string): Promise<boolean> {
    const cursor = this.open.get(id);
    if (!cursor || (database !== undefined && cursor.database !== database)) return false;
    try {
      await callEngine(cursor.client ?? this.pool, 'killCursors', [[id]]);
    } catch {
      cursor.isBroken = true; // discarding the connection closes the cursor too
    }
    return this.remove(id);
  }

  removeOf(transaction: Transaction): void {
    for (const [id, cursor] of this.open) if (cursor.transaction === transaction) this.remove(id);
  }

  removeAll(): void {
    for (const id of this.open.keys()) this.remove(id);
  }

  private remove(id: string): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    clearTimeout(cursor.timer);
    if (cursor.client && !cursor.transaction) cursor.client.release(cursor.isBroken);
    return true;
  }

  private startIdleTimer(id: string, cursor: Cursor): void {
    clearTimeout(cursor.timer);
    cursor.timer = setTimeout(() => void this.kill(id), IDLE_MS);
    cursor.timer.unref();
  }
}
