import path from 'node:path';
import { type DataPaths, dataPaths } from '@rangavalli/store/paths';
import {
  INTERNAL_PORT,
  PROCESS_NAMES,
  type ProcessDefinition,
  processesOf,
  SERVICES,
  type StoreContext,
} from '@rangavalli/store/processes';
import { provisionDatabase } from '@rangavalli/store/provision/database';
import { ensureDatabaseUsers } from '@rangavalli/store/provision/database-users';
import { writeNatsConfig } from '@rangavalli/store/provision/nats';
import { readSettings } from '@rangavalli/store/settings';
import { freePorts } from '@rangavalli/store/setup/ports';
import { accountsOf, secretsOf } from '@rangavalli/store/setup/secrets';
import { Supervisor } from '@rangavalli/store/supervisor/supervisor';
import { type Machine, type Network, shareAddress, SHARED_ADDRESS } from './network.js';

/** `first` and `second` have a gateway, each service and a NATS server; `third` only a NATS server. */
export const machineNames = ['first', 'second', 'third', 'database', 'providers'] as const;
export type MachineName = (typeof machineNames)[number];
type Machines = Record<MachineName, Machine>;

const GATEWAY_PORT = 8080;
const NATS_ROUTE_PORT = 6222;
const READY_TIMEOUT_MS = 180_000;

/** Starts the processes of a store on the machines. @returns their supervisor, which writes `run.json` */
export async function startStore({ machines }: Network<MachineName>, folder: string): Promise<Supervisor> {
  const paths = dataPaths(folder);
  const context = await buildContext(paths);
  const definitions = placeProcesses(context, machines);
  const supervisor = new Supervisor(definitions, {
    runFile: paths.run,
    logs: paths.logs,
    address: context.storefront,
    print: () => undefined,
  });
  supervisor.ownAddresses = { control: '', mail: '' };
  await machines.database.exposeLocalPort(context.ports.database);
  await shareAddress(GATEWAY_PORT, [machines.first, machines.second], machines.providers);
  await supervisor.startAll(READY_TIMEOUT_MS, new AbortController().signal);
  return supervisor;
}

async function buildContext(paths: DataPaths): Promise<StoreContext> {
  const { LOG_LEVEL, NODE_ENV, PROGRAMS, NODE_PROGRAM } = readSettings();
  const names = [...PROCESS_NAMES, INTERNAL_PORT, 'nats-monitor'] as const;
  const ports = { ...(await freePorts(names)), gateway: GATEWAY_PORT };
  const second = await freePorts([...SERVICES]);
  return {
    settings: {
      PORT: GATEWAY_PORT,
      DATA_DIR: paths.dataDir,
      REPLICAS: 2,
      STAND_INS: 'allowed',
      LOG_LEVEL,
      NODE_ENV,
      PROGRAMS,
      NODE_PROGRAM,
    },
    paths,
    ports,
    sparePorts: {
      ...Object.fromEntries(SERVICES.map((name) => [name, [second[name]]])),
      // On another machine.
      gateway: [GATEWAY_PORT],
      [INTERNAL_PORT]: [ports[INTERNAL_PORT]],
    },
    host: '0.0.0.0',
    storefront: `http://${SHARED_ADDRESS}:${GATEWAY_PORT}`,
    secrets: secretsOf(paths),
    accounts: accountsOf(paths),
    nats: { kind: 'program', program: process.env.NATS_SERVER ?? 'nats-server', why: '' },
    database: await provisionDatabase(undefined, console.log),
  };
}

function placeProcesses(context: StoreContext, machines: Machines): ProcessDefinition[] {
  const placed = processesOf(context)
    .filter(({ role }) => role !== 'frontend')
    .flatMap((definition) =>
      definition.of === 'nats'
        ? natsCluster(definition, context, [machines.first, machines.second, machines.third])
        : [{ definition, machine: machineOf(definition, machines) }],
    );
  const hosts = new Map(placed.map(({ definition, machine }) => [definition.port, machine.address]));
  hosts.set(GATEWAY_PORT, SHARED_ADDRESS);
  const { first, second, third } = machines;
  const natsUrl = [first, second, third].map(({ address }) => `nats://${address}:${context.ports.nats}`).join(',');
  return placed.map(({ definition, machine }) => {
    const moved = moveTo(machine, definition, hosts);
    if (moved.env['NATS_URL']) moved.env['NATS_URL'] = natsUrl;
    if (moved.env['MONGODB_URI']) moved.env['MONGODB_URI'] = directly(moved.env['MONGODB_URI']);
    if (moved.of === 'database') moved.onReady = () => ensureDatabaseUsers(directly(moved.address), context.secrets);
    return moved;
  });
}

/** The database names itself as 127.0.0.1 to clients that request the members of its replica set. */
function directly(address: string): string {
  const uri = new URL(address);
  uri.pathname ||= '/';
  uri.searchParams.set('directConnection', 'true');
  return uri.href;
}

function machineOf({ of, role, standby }: ProcessDefinition, machines: Machines): Machine {
  if (of === 'database') return machines.database;
  if (role === 'stand-in') return machines.providers;
  return standby ? machines.second : machines.first;
}

function natsCluster(definition: ProcessDefinition, { paths, ports, secrets }: StoreContext, servers: Machine[]) {
  const routes = servers.map(({ address }) => `nats://${address}:${NATS_ROUTE_PORT}`).join(',');
  return servers.map((machine) => {
    const folder = path.join(paths.dataDir, `nats-${machine.name}`);
    const natsConfig = path.join(folder, 'nats.conf');
    writeNatsConfig({ natsConfig, natsData: path.join(folder, 'data') }, secrets);
    const cluster = ['--cluster_name', 'drill', '--cluster', `nats://${machine.address}:${NATS_ROUTE_PORT}`];
    const listen = ['-a', machine.address, '-p', String(ports.nats), '--name', machine.name];
    const args = ['-c', natsConfig, ...listen, ...cluster, '--routes', routes];
    return { machine, definition: { ...definition, name: `nats-${machine.name}`, args } };
  });
}

/** Runs a process on a machine and replaces the addresses of 127.0.0.1 by those of the machines. */
function moveTo(
  machine: Machine,
  { standby: _isStarted, ...definition }: ProcessDefinition,
  hosts: ReadonlyMap<number, string>,
): ProcessDefinition {
  const move = (text: string): string =>
    text.replaceAll(/127\.0\.0\.1:(\d+)/g, (address, port: string) => {
      const host = hosts.get(Number(port));
      return host ? `${host}:${port}` : address;
    });
  const env = Object.fromEntries(
    Object.entries(definition.env).map(([name, value]) => [name, value === undefined ? value : move(value)]),
  );
  const [command, args] = machine.command(definition.command, definition.args);
  const reach = (address: string): string => address.replace('127.0.0.1', machine.address);
  return {
    ...definition,
    name: definition.name.replace('-spare', '-2'),
    command,
    args,
    address: reach(definition.address),
    ...(definition.internalAddress ? { internalAddress: reach(definition.internalAddress) } : {}),
    env: { ...env, HOST: '0.0.0.0', INTERNAL_HOST: '0.0.0.0' },
  };
}
