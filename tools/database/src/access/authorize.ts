import type { Document } from 'bson';
import type { CommandContext } from '../gateway/context.js';
import { Code, CommandError } from '../gateway/errors.js';
import { isRoot, mayUse, type User } from './users.js';

/** Commands of a connection that has not authenticated. */
const WITHOUT_USER = new Set([
  'hello',
  'ismaster',
  'saslstart',
  'saslcontinue',
  'logout',
  'ping',
  'buildinfo',
  'connectionstatus',
  'whatsmyuri',
]);
/** Drivers send these to the database `admin`, for sessions that only their owner knows. */
const OF_ANY_USER = new Set([
  'endsessions',
  'refreshsessions',
  'startsession',
  'committransaction',
  'aborttransaction',
]);

const STAGES_WITH_DATABASE = new Set(['$lookup', '$out', '$merge', '$unionWith', '$graphLookup']);
/** The name of a string element `db` in BSON. */
const DATABASE_ELEMENT = Buffer.from('\u0002db\0');

/** Throws CommandError Unauthorized, as MongoDB does. Without users everything is allowed. */
export function authorize(context: CommandContext, name: string): void {
  const { gateway, connection, database, command } = context;
  if (!gateway.users || WITHOUT_USER.has(name)) return;
  // Read for each command, so that a deleted user has no rights left.
  const user = connection.userName === undefined ? undefined : gateway.users.find(connection.userName);
  if (!user) throw new CommandError(Code.unauthorized, `Command ${command} requires authentication`);
  if (isRoot(user) || OF_ANY_USER.has(name)) return;
  const target = name === 'aggregate' || name === 'explain' ? foreignDatabase(context, user) : undefined;
  if (mayUse(user, database) && target === undefined) return;
  throw new CommandError(Code.unauthorized, `not authorized on ${target ?? database} to execute command ${command}`);
}

/** Returns a database that the pipeline reads or writes and the user may not use. */
function foreignDatabase({ message, argument }: CommandContext, user: User): string | undefined {
  if (!message.body.includes(DATABASE_ELEMENT)) return undefined;
  return find(argument('pipeline') ?? argument('explain'), user);
}

function find(value: unknown, user: User, inStage = false): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value as Document)) {
    if (inStage && key === 'db' && typeof part === 'string' && !mayUse(user, part)) return part;
    const found = find(part, user, inStage || STAGES_WITH_DATABASE.has(key));
    if (found !== undefined) return found;
  }
  return undefined;
}
