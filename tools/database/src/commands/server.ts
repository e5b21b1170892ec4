import { MECHANISM } from '../access/scram.js';
import type { CommandContext, Handler } from '../gateway/context.js';
import { HOST, REPLICA_SET } from '../gateway/gateway.js';

const VERSION = '8.0.0';
const address = ({ gateway }: CommandContext): string => `${HOST}:${gateway.options.port}`;
const uptime = ({ gateway }: CommandContext): number => (Date.now() - gateway.startedAt) / 1000;

function hello(context: CommandContext): Record<string, unknown> {
  const me = address(context);
  return {
    ...(context.command.toLowerCase() === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    setName: REPLICA_SET,
    setVersion: 1,
    secondary: false,
    hosts: [me],
    primary: me,
    me,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 25_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: context.connection.id,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
    ...(context.fields.has('saslSupportedMechs') ? { saslSupportedMechs: [MECHANISM] } : {}),
    ok: 1,
  };
}

const PARAMETERS: Record<string, unknown> = {
  featureCompatibilityVersion: { version: '8.0' },
  authenticationMechanisms: [MECHANISM],
  enableTestCommands: false,
};

export const serverCommands: Record<string, Handler> = {
  hello,
  ismaster: hello,
  ping: () => ({ ok: 1 }),
  setfeaturecompatibilityversion: () => ({ ok: 1 }),
  whatsmyuri: ({ connection }) => ({ you: connection.peer, ok: 1 }),
  buildinfo: () => ({
    version: VERSION,
    versionArray: [8, 0, 0, 0],
    gitVersion: 'documentdb-gateway',
    modules: [],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16_777_216,
    storageEngines: ['documentdb'],
    ok: 1,
  }),
  getparameter: ({ argument, command, fields }) => {
    const all = argument(command) === '*';
    return { ...Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => all || fields.has(name))), ok: 1 };
  },
  getcmdlineopts: () => ({ argv: ['documentdb-gateway'], parsed: {}, ok: 1 }),
  getlog: () => ({ totalLinesWritten: 0, log: [], ok: 1 }),
  hostinfo: () => ({ system: { hostname: HOST }, os: {}, ok: 1 }),
  serverstatus: (context) => ({
    host: address(context),
    version: VERSION,
    process: 'documentdb-gateway',
    pid: process.pid,
    uptime: uptime(context),
    connections: { current: context.gateway.connections, available: 1000 },
    opcounters: { ...context.gateway.opcounters },
    storageEngine: { name: 'documentdb' },
    ok: 1,
  }),
  replsetgetstatus: (context) => ({
    set: REPLICA_SET,
    date: new Date(),
    myState: 1,
    members: [
      { _id: 0, name: address(context), health: 1, state: 1, stateStr: 'PRIMARY', uptime: uptime(context), self: true },
    ],
    ok: 1,
  }),
};
