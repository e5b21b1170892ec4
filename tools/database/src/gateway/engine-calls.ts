import pg from 'pg';
import { isConnectionError } from './errors.js';

const API = 'documentdb_api';
const INTERNAL = 'documentdb_api_internal';
const PAGE = 'cursorpage::bytea page, continuation::bytea continuation';
const page = (call: string): string =>
  `SELECT ${PAGE}, persistconnection pinned, cursorid id FROM ${API}.${call}($1,$2::bytea)`;

const CALLS = {
  insert: `SELECT p_result::bytea result, p_success success FROM ${API}.insert($1,$2::bytea,$3::bytea,NULL)`,
  update: `SELECT p_result::bytea result, p_success success FROM ${API}.update($1,$2::bytea,$3::bytea,NULL)`,
  delete: `SELECT p_result::bytea result, p_success success FROM ${API}.delete($1,$2::bytea,$3::bytea,NULL)`,
  findAndModify: `SELECT p_result::bytea result FROM ${API}.find_and_modify($1,$2::bytea,NULL)`,
  find: page('find_cursor_first_page'),
  aggregate: page('aggregate_cursor_first_page'),
  listCollections: page('list_collections_cursor_first_page'),
  listIndexes: page('list_indexes_cursor_first_page'),
  getMore: `SELECT ${PAGE} FROM ${API}.cursor_get_more($1,$2::bytea,$3::bytea)`,
  killCursors: `SELECT ${INTERNAL}.delete_cursors($1::bigint[])::bytea result`,
  count: `SELECT document::bytea result FROM ${API}.count_query($1,$2::bytea)`,
  distinct: `SELECT document::bytea result FROM ${API}.distinct_query($1,$2::bytea)`,
  create: `SELECT ${API}.create_collection_view($1,$2::bytea)::bytea result`,
  drop: `SELECT ${API}.drop_collection($1,$2) result`,
  dropDatabase: `SELECT ${API}.drop_database($1)`,
  createIndexes: `SELECT ${INTERNAL}.create_indexes_non_concurrently($1,$2::bytea,true)::bytea result`,
  dropIndexes: `CALL ${API}.drop_indexes($1,$2::bytea)`,
  listDatabases: `SELECT ${API}.list_databases($1::bytea)::bytea result`,
  collMod: `SELECT ${API}.coll_mod($1,$2,$3::bytea)::bytea result`,
  collStats: `SELECT ${API}.coll_stats($1,$2,$3)::bytea result`,
  dbStats: `SELECT ${API}.db_stats($1,$2)::bytea result`,
  renameCollection: `SELECT ${API}.rename_collection($1::bytea) result`,
  validate: `SELECT ${API}.validate($1,$2::bytea)::bytea result`,
  indexName: 'SELECT (index_spec).index_name result FROM documentdb_api_catalog.collection_indexes WHERE index_id=$1',
} as const;

export type EngineCall = keyof typeof CALLS;

/** Each call sets the columns that its SQL names. */
export interface EngineRow {
  result: unknown;
  success: boolean;
  page: Buffer;
  continuation: Buffer | null;
  pinned: boolean;
  id: string;
  retval: unknown;
}

export async function callEngine(
  connection: pg.Pool | pg.PoolClient,
  call: EngineCall,
  values: unknown[],
): Promise<Partial<EngineRow>> {
  if (!(connection instanceof pg.Pool)) return query(connection, call, values);
  const client = await connection.connect();
  try {
    const row = await query(client, call, values);
    client.release();
    return row;
  } catch (error) {
    // `Pool.query` closes it after any error, such as a duplicate key; to open another takes longer than most calls.
    client.release(isConnectionError(error));
    throw error;
  }
}

async function query(client: pg.PoolClient, call: EngineCall, values: unknown[]): Promise<Partial<EngineRow>> {
  const { rows } = await client.query<EngineRow>({ name: call, text: CALLS[call], values });
  return rows[0] ?? {};
}

/** Some calls return a document as text (`BSONHEX…`). */
export function documentBytes(value: unknown): Buffer | null {
  if (Buffer.isBuffer(value)) return value;
  return typeof value === 'string' && value.startsWith('BSONHEX') ? Buffer.from(value.slice(7), 'hex') : null;
}
