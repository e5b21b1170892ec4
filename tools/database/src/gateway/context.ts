import type { ScramExchange } from '../access/scram.js';
import { BsonType, scan, valueOf, type Fields } from '../wire/bson.js';
import type { Message } from '../wire/message.js';
import type { Gateway } from './gateway.js';
import type { Transaction } from './transactions.js';

export interface Connection {
  id: number;
  peer: string;
  /** Set once the client has authenticated. */
  userName?: string | undefined;
  exchange?: { scram: ScramExchange; isVerified: boolean; isShort: boolean } | undefined;
}

export interface CommandContext {
  gateway: Gateway;
  connection: Connection;
  /** The first field of the body, in the client's spelling. */
  command: string;
  message: Message;
  fields: Fields;
  database: string;
  collection: string | undefined;
  argument(name: string): unknown;
  /** Hex; `''` without a session. */
  sessionId: string;
  operationNumber: string | null;
  transaction: Transaction | null;
}

export type Handler = (
  context: CommandContext,
) => Promise<Buffer | Record<string, unknown>> | Buffer | Record<string, unknown>;

const WITHOUT_COLLECTION = new Set(['getmore', 'killcursors']);

export function buildContext(gateway: Gateway, connection: Connection, message: Message): CommandContext {
  const fields = scan(message.body);
  const command = fields.keys().next().value ?? '';
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
    sessionId: readSessionId(message.body, fields),
    operationNumber: fields.has('txnNumber') ? String(argument('txnNumber')) : null,
    transaction: null,
  };
}

function readSessionId(body: Buffer, fields: Fields): string {
  const session = fields.get('lsid');
  if (session?.type !== BsonType.document) return '';
  const id = scan(body.subarray(session.offset, session.offset + session.length)).get('id');
  if (id?.type !== BsonType.binary) return '';
  return body.toString('hex', session.offset + id.offset + 5, session.offset + id.offset + id.length);
}
