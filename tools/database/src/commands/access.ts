// Authentication and user management. Users belong to the whole server, whichever database a client authenticates to.
import { Binary } from 'bson';
import { MECHANISM, parseFirstMessage, ScramExchange } from '../access/scram.js';
import { rolesSchema, type User, type UserRole, type Users } from '../access/users.js';
import type { CommandContext, Handler } from '../gateway/context.js';
import { Code, CommandError } from '../gateway/errors.js';

const CONVERSATION_ID = 1;

const failed = (): CommandError => new CommandError(Code.authenticationFailed, 'Authentication failed.');

function usersOf({ gateway }: CommandContext): Users {
  if (!gateway.users) throw new CommandError(Code.commandNotSupported, 'this server runs without users');
  return gateway.users;
}

function payloadOf({ argument }: CommandContext): string {
  const payload = argument('payload');
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString('utf8');
  throw new CommandError(Code.badValue, 'payload must be binary');
}

const reply = (text: string, done: boolean): Record<string, unknown> => ({
  conversationId: CONVERSATION_ID,
  done,
  payload: new Binary(Buffer.from(text)),
  ok: 1,
});

function saslStart(context: CommandContext): Record<string, unknown> {
  const users = usersOf(context);
  if (context.argument('mechanism') !== MECHANISM)
    throw new CommandError(Code.mechanismUnavailable, `only ${MECHANISM} is supported`);
  const first = parseFirstMessage(payloadOf(context));
  if (!first) throw failed();
  const options = context.argument('options') as { skipEmptyExchange?: boolean } | undefined;
  const exchange = new ScramExchange(first, users.credentialsOf(first.name));
  context.connection.exchange = { scram: exchange, isVerified: false, isShort: options?.skipEmptyExchange === true };
  return reply(exchange.challenge, false);
}

function saslContinue(context: CommandContext): Record<string, unknown> {
  const users = usersOf(context);
  const { connection } = context;
  const { exchange } = connection;
  if (!exchange) throw failed();
  if (!exchange.isVerified) {
    connection.exchange = undefined;
    const signature = exchange.scram.verify(payloadOf(context));
    if (signature === undefined || !users.find(exchange.scram.name)) throw failed();
    connection.userName = exchange.scram.name;
    if (exchange.isShort) return reply(signature, true);
    connection.exchange = { ...exchange, isVerified: true };
    return reply(signature, false);
  }
  connection.exchange = undefined;
  return reply('', true);
}

function readRoles(context: CommandContext): UserRole[] | undefined {
  const given = context.argument('roles');
  if (given === undefined) return undefined;
  const named = (given as unknown[]).map((one) =>
    typeof one === 'string' ? { role: one, db: context.database } : one,
  );
  const roles = rolesSchema.safeParse(named);
  if (!roles.success) throw new CommandError(Code.roleNotFound, 'this server has the roles root, readWrite, dbOwner');
  return roles.data;
}

function readName(context: CommandContext): string {
  const name = context.argument(context.command);
  if (typeof name !== 'string' || name === '') throw new CommandError(Code.badValue, 'the user has no name');
  return name;
}

async function saveUser(context: CommandContext, isNew: boolean): Promise<Record<string, unknown>> {
  const users = usersOf(context);
  const name = readName(context);
  if (isNew && users.find(name)) throw new CommandError(Code.userExists, `User "${name}@admin" already exists`);
  if (!isNew && !users.find(name)) throw new CommandError(Code.userNotFound, `User "${name}@admin" not found`);
  const password = context.argument('pwd') as string | undefined;
  if (isNew && !password) throw new CommandError(Code.badValue, 'the user has no password');
  await users.save(name, password, readRoles(context));
  return { ok: 1 };
}

const describe = ({ name, roles }: User): Record<string, unknown> => ({
  _id: `admin.${name}`,
  user: name,
  db: 'admin',
  roles,
  mechanisms: [MECHANISM],
});

export const accessCommands: Record<string, Handler> = {
  saslstart: saslStart,
  saslcontinue: saslContinue,
  logout: ({ connection }) => {
    connection.userName = undefined;
    return { ok: 1 };
  },
  connectionstatus: ({ connection, gateway }) => {
    const user = gateway.users?.find(connection.userName ?? '');
    const authInfo = {
      authenticatedUsers: user ? [{ user: user.name, db: 'admin' }] : [],
      authenticatedUserRoles: user?.roles ?? [],
    };
    return { authInfo, ok: 1 };
  },
  createuser: (context) => saveUser(context, true),
  updateuser: (context) => saveUser(context, false),
  dropuser: (context) => {
    const name = readName(context);
    if (!usersOf(context).delete(name)) throw new CommandError(Code.userNotFound, `User "${name}@admin" not found`);
    return { ok: 1 };
  },
  usersinfo: (context) => {
    const given = context.argument(context.command);
    const name = typeof given === 'object' && given !== null ? (given as { user?: string }).user : given;
    const found = usersOf(context)
      .list()
      .filter((user) => typeof name !== 'string' || user.name === name);
    return { users: found.map(describe), ok: 1 };
  },
};
