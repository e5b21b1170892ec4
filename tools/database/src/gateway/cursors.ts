// Open cursors. The engine keeps their pages in files (see postgres-conf), so that an open cursor holds no
// connection; where it does ask to keep the connection, that one stays checked out until the cursor closes.
import type pg from 'pg';
import { callEngine } from './engine-calls.js';
import { Code, CommandError, isConnectionError } from './errors.js';
import type { Transaction } from './transactions.js';

interface Cursor {
  database: string;
  continuation: Buffer;
  /** Connection that the engine bound the cursor to. */
  client: pg.PoolClient | null;
  transaction: Transaction | null;
  timer: NodeJS.Timeout | undefined;
  busy: boolean;
  broken: boolean;
}

export class CursorStore {
  private readonly open = new Map<string, Cursor>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly idleMs: number,
  ) {}

  /** Runs a call that opens a cursor and answers its first page. `single` closes it with that page. */
  async firstPage(
    call: 'find' | 'aggregate' | 'listCollections' | 'listIndexes',
    database: string,
    body: Buffer,
    { single = false, transaction = null }: { single?: boolean; transaction?: Transaction | null } = {},
  ): Promise<Buffer> {
    const client = transaction?.client ?? (await this.pool.connect());
    const own = client !== transaction?.client;
    let row;
    try {
      row = await callEngine(client, call, [database, body]);
    } catch (error) {
      if (own) client.release(isConnectionError(error));
      throw error;
    }
    const { page, continuation, pinned = false, id } = row;
    if (!page) throw new CommandError(1, `${call}: the engine gave no page`);
    const keep = continuation && !single;
    if (own && !(keep && pinned)) client.release();
    if (keep) {
      const cursor: Cursor = {
        database,
        continuation,
        client: pinned ? client : null,
        transaction,
        timer: undefined,
        busy: false,
        broken: false,
      };
      this.open.set(String(id), cursor);
      this.arm(String(id), cursor);
    }
    return page;
  }

  /** The next page of an open cursor. Throws cursorNotFound, cursorInUse. */
  async nextPage(id: string, body: Buffer, transaction: Transaction | null): Promise<Buffer> {
    const cursor = this.open.get(id);
    if (!cursor) throw new CommandError(Code.cursorNotFound, `cursor id ${id} not found`);
    if (cursor.busy) throw new CommandError(Code.cursorInUse, `cursor id ${id} is already in use`);
    cursor.busy = true;
    clearTimeout(cursor.timer);
    try {
      const on = cursor.client ?? transaction?.client ?? this.pool;
      const { page, continuation } = await callEngine(on, 'getMore', [cursor.database, body, cursor.continuation]);
      if (!page) throw new CommandError(Code.cursorNotFound, `cursor id ${id} has no page`);
      if (continuation) {
        cursor.continuation = continuation;
        this.arm(id, cursor);
      } else this.drop(id);
      return page;
    } catch (error) {
      cursor.broken = isConnectionError(error);
      this.drop(id);
      throw error;
    } finally {
      cursor.busy = false;
    }
  }

  /** Closes a cursor in the engine; false when it isn't open. */
  async kill(id: string): Promise<boolean> {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    try {
      await callEngine(cursor.client ?? this.pool, 'killCursors', [[id]]);
    } catch {
      cursor.broken = true; // its connection is thrown away, which closes the cursor too
    }
    return this.drop(id);
  }

  /** Forgets the cursors of a transaction that ends. */
  dropOf(transaction: Transaction): void {
    for (const [id, cursor] of this.open) if (cursor.transaction === transaction) this.drop(id);
  }

  dropAll(): void {
    for (const id of this.open.keys()) this.drop(id);
  }

  private drop(id: string): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    clearTimeout(cursor.timer);
    if (cursor.client && !cursor.transaction) cursor.client.release(cursor.broken);
    return true;
  }

  private arm(id: string, cursor: Cursor): void {
    clearTimeout(cursor.timer);
    cursor.timer = setTimeout(() => void this.kill(id), this.idleMs);
    cursor.timer.unref();
  }
}
