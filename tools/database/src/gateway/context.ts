import { BsonType, scan, valueOf, type Fields } from '../wire/bson.js';
import type { Message } from '../wire/message.js';
import type { Gateway } from './gateway.js';
import type { Transaction } from './transactions.js';

/** A client's connection. */
export interface Connection {
  id: number;
  peer: string;
}

/** One command on its way through the gateway. */
export interface CommandContext {
  gateway: Gateway;
  connection: Connection;
  /** Name as the client wrote it: the first field of the body. */
  command: string;
  message: Message;
  fields: Fields;
  database: string;
  collection: string | undefined;
  /** Decoded value of a top-level field. */
  argument(name: string): unknown;
  /** Session id in hex; `''` without a session. */
  sessionId: string;
  /** Number of the transaction or retryable write; `null` for neither. */
  operationNumber: string | null;
  transaction: Transaction | null;
}

/** Answers bytes or a document to be encoded. */
export type Handler = (
  context: CommandContext,
) => Promise<Buffer | Record<string, unknown>> | Buffer | Record<string, unknown>;

/** Commands whose first field isn't a collection's name though it may be a string. */
const WITHOUT_COLLECTION = new Set(['getmore', 'killcursors']);

/** Reads what every command needs. Throws RangeError on damaged BSON. */
export function contextOf(gateway: Gateway, connection: Connection, message: Message): CommandContext {
  const fields = scan(message.body);
  const command = String(fields.keys().next().value ?? '');
  const argument = (name: string): unknown => valueOf(message.body, fields.get(name));
  const collection = WITHOUT_COLLECTION.has(command.toLowerCase()) ? undefined : argument(command);
  const database = argument('$db') ?? message.namespace?.split('.')[0];
  return {
    gateway,
    connection,
    command,
    message,
    fields,
    argument,
    database: typeof database === 'string' ? database : '',
    collection: typeof collection === 'string' ? collection : undefined,
    sessionId: sessionOf(message.body, fields),
    operationNumber: fields.has('txnNumber') ? String(argument('txnNumber')) : null,
    transaction: null,
  };
}

function sessionOf(body: Buffer, fields: Fields): string {
  const session = fields.get('lsid');
  if (session?.type !== BsonType.document) return '';
  const id = scan(body.subarray(session.offset, session.offset + session.length)).get('id');
  if (id?.type !== BsonType.binary) return '';
  return body.toString('hex', session.offset + id.offset + 5, session.offset + id.offset + id.length);
}
