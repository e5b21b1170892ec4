// Every process of the store as data: its command, its environment and when it is ready. Services and remotes come
// from the contracts; any other process is added here.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import type { NatsProcess } from '@rangavalli/contracts/nats-access';
import { addressVariable, remoteSlices } from '@rangavalli/contracts/slices';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { type DataPaths, ROOT } from './paths.js';
import type { DatabaseChoice } from './provision/database.js';
import { type NatsChoice, passwordsFor } from './provision/nats.js';
import type { StoreSettings } from './settings.js';
import type { Accounts, Secrets } from './setup/secrets.js';

export const REMOTES = remoteSlices;
export const SERVICES = services;
const STAND_INS = ['razorpay', 'cloudinary'] as const;

export const PROCESS_NAMES = ['nats', 'database', ...SERVICES, ...STAND_INS, 'gateway', 'shell', ...REMOTES] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
export type Role = 'infrastructure' | 'service' | 'stand-in' | 'frontend' | 'edge';
type Environment = Record<string, string | undefined>;

/** Input for the commands and environments of all processes. */
export interface StoreContext {
  settings: StoreSettings;
  paths: DataPaths;
  ports: Record<ProcessName | 'nats-monitor', number>;
  /** Address the gateway listens on. */
  host: string;
  /** Public address of the storefront. */
  storefront: string;
  secrets: Secrets;
  accounts: Accounts;
  nats: NatsChoice;
  database: DatabaseChoice;
  /** `false`: the database does not wait for the disk and may lose its last writes in a crash. */
  durable?: boolean;
  /** Ports of further instances of a process; a service's last one is that of its spare instance. */
  sparePorts?: Partial<Record<ProcessName, readonly number[]>>;
}

/** Ready when this path responds with 200, or when the process prints such a line. */
export type Readiness = { path: string } | { line: RegExp };

export interface ProcessDefinition {
  /** `order`, `order-2`, `order-spare`. */
  name: string;
  /** The process that it is an instance of. */
  of: ProcessName;
  /** `idle` instances are started by `scale`; the `spare` one runs while the others are replaced. */
  standby?: 'idle' | 'spare';
  role: Role;
  port: number;
  address: string;
  command: string;
  args: string[];
  env: Environment;
  ready: Readiness;
  program: string;
}

/** The compiled programs of all processes on Node, each of which is bundled into one file. */
export const programs = {
  ...(Object.fromEntries(SERVICES.map((name) => [name, `services/${name}/dist/main.js`])) as Record<
    ServiceName,
    string
  >),
  gateway: 'gateway/dist/main.js',
  shell: 'shell/dist/server/main.js',
  remote: 'packages/build-kit/dist/bin/serve.js',
  razorpay: 'tools/razorpay/dist/main.js',
  cloudinary: 'tools/cloudinary/dist/main.js',
  database: 'tools/database/dist/main.js',
};

const local = (port: number): string => `http://127.0.0.1:${port}`;
const hasLiveRazorpay = ({ settings }: StoreContext): boolean =>
  Boolean(settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET);

/** Returns the processes to start, without those that run elsewhere (NATS_URL, MONGODB_URI, live keys, ONLY). */
export function processesOf(context: StoreContext): ProcessDefinition[] {
  const { nats, database, settings } = context;
  const only = settings.ONLY?.split(',').map((name) => name.trim());
  return [
    ...(nats.kind === 'program' ? [natsProcess(context, nats.program)] : []),
    ...(database.kind === 'external' ? [] : [databaseProcess(context, database)]),
    ...SERVICES.flatMap((name) => withInstances(context, serviceProcess(context, name), settings.REPLICAS)),
    ...(hasLiveRazorpay(context) ? [] : [razorpayProcess(context)]),
    ...(settings.CLOUDINARY_URL ? [] : [cloudinaryProcess(context)]),
    ...withInstances(context, gatewayProcess(context), 1),
    shellProcess(context),
    ...REMOTES.map((name) => remoteProcess(context, name)),
  ].filter(({ of }) => !only || only.includes(of));
}

/** Returns a process and its further instances, `started` of which run from the start. */
function withInstances({ sparePorts }: StoreContext, first: ProcessDefinition, started: number): ProcessDefinition[] {
  const ports = sparePorts?.[first.of] ?? [];
  const further = ports.map((port, index): ProcessDefinition => {
    const isSpare = first.role === 'service' && index === ports.length - 1;
    const standby = isSpare ? 'spare' : index + 2 > started ? 'idle' : undefined;
    return {
      ...first,
      name: `${first.of}-${isSpare ? 'spare' : index + 2}`,
      port,
      address: local(port),
      env: { ...first.env, PORT: String(port), HOST: '127.0.0.1' },
      ...(standby ? { standby } : {}),
    };
  });
  return [first, ...further];
}

/** Returns how many ports a process needs for one instance more than are started, and a service's spare one. */
export const countSparePorts = (name: ProcessName, replicas: number): number =>
  name === 'gateway' ? 1 : SERVICES.some((service) => service === name) ? replicas + 1 : 0;

function nodeProcess(
  { settings, ports, paths }: StoreContext,
  definition: { name: ProcessName; role: Role; script: string } & Partial<Omit<ProcessDefinition, 'name' | 'of'>>,
): ProcessDefinition {
  const { script, env, args = [], ...rest } = definition;
  // With ONLY nothing is bundled.
  const program = path.join(ROOT, settings.PROGRAMS === 'bundled' && !settings.ONLY ? bundleOf(script) : script);
  const port = ports[definition.name];
  return {
    of: definition.name,
    port,
    address: local(port),
    command: settings.NODE_PROGRAM ?? process.execPath,
    program,
    ready: { path: '/health/ready' },
    ...rest,
    args: ['--enable-source-maps', program, ...args],
    env: {
      NODE_ENV: settings.NODE_ENV,
      NODE_COMPILE_CACHE: path.join(paths.dataDir, 'compile-cache'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: settings.LOG_LEVEL,
      SERVICE_NAME: definition.name,
      ...env,
    },
  };
}

function natsProcess({ paths, ports, secrets }: StoreContext, program: string): ProcessDefinition {
  const folder = path.join(paths.dataDir, 'nats');
  const address = ['-a', '127.0.0.1', '-p', String(ports.nats), '-m', String(ports['nats-monitor'])];
  return {
    name: 'nats',
    of: 'nats',
    role: 'infrastructure',
    port: ports.nats,
    address: `nats://127.0.0.1:${ports.nats}`,
    command: program,
    args: ['-c', paths.natsConfig, '-js', '-sd', folder, ...address],
    env: {
      ...passwordsFor(secrets.nats),
      // On all processors nats-server spends a third of its CPU time on waking and parking threads.
      GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)),
      GOGC: '400',
    },
    ready: { line: /\[INF\] Server is ready$/ },
    program,
  };
}

function databaseProcess(
  context: StoreContext,
  choice: Exclude<DatabaseChoice, { kind: 'external' }>,
): ProcessDefinition {
  const { paths, ports } = context;
  return nodeProcess(context, {
    name: 'database',
    role: 'infrastructure',
    script: programs.database,
    address: `mongodb://127.0.0.1:${ports.database}`,
    ready: { line: /^ready mongodb:/ },
    env: {
      DATA_DIR: path.join(paths.dataDir, 'database'),
      ENGINE: choice.kind,
      MONGOD: choice.kind === 'mongod' ? choice.program : undefined,
      DURABLE: context.durable === false ? 'off' : undefined,
    },
  });
}

/** Address and login of a process at NATS; at an external server those of NATS_URL, or its own password. */
function natsEnv({ nats, ports, secrets }: StoreContext, name: NatsProcess): Environment {
  const url = nats.kind === 'external' ? nats.url : `nats://127.0.0.1:${ports.nats}`;
  const password = nats.kind === 'program' ? secrets.nats[name] : process.env[passwordVariable(name)];
  return { NATS_URL: url, ...(password ? { NATS_USER: name, NATS_PASSWORD: password } : {}) };
}

/** Database of a service: `<NAME>_MONGODB_URI`, or its own one on the store's server. */
function databaseUri({ database, ports }: StoreContext, service: ServiceName): string {
  const own = process.env[`${service.toUpperCase()}_MONGODB_URI`];
  if (own) return own;
  const uri = new URL(database.kind === 'external' ? database.uri : `mongodb://127.0.0.1:${ports.database}`);
  uri.pathname = `/rangavalli_${service}`;
  return uri.href;
}

function razorpayEnv(context: StoreContext): Environment {
  const { settings, secrets, ports } = context;
  if (hasLiveRazorpay(context)) {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings;
    return { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET };
  }
  return {
    RAZORPAY_KEY_ID: secrets.razorpay.keyId,
    RAZORPAY_KEY_SECRET: secrets.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: secrets.razorpay.webhookSecret,
    RAZORPAY_API_URL: local(ports.razorpay),
  };
}

/** Where images are uploaded, in the notation of Cloudinary's SDK, and where browsers load them from. */
export function mediaEnv(context: StoreContext): { CLOUDINARY_URL: string; MEDIA_URL: string } {
  const { settings, secrets, ports, storefront } = context;
  if (settings.CLOUDINARY_URL)
    return { CLOUDINARY_URL: settings.CLOUDINARY_URL, MEDIA_URL: 'https://res.cloudinary.com' };
  const { apiKey, apiSecret, cloudName } = secrets.cloudinary;
  return {
    CLOUDINARY_URL: `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=${local(ports.cloudinary)}`,
    MEDIA_URL: `${storefront}/media`,
  };
}

function serviceProcess(context: StoreContext, name: ServiceName): ProcessDefinition {
  const { paths, secrets, storefront } = context;
  const own: Partial<Record<ServiceName, Environment>> = {
    payment: razorpayEnv(context),
    catalog: mediaEnv(context),
    user: { ACCOUNTS_FILE: paths.accounts, RATE_LIMIT: process.env['RATE_LIMIT'] },
    notification: { MAIL_DIR: paths.mail, SMTP_URL: process.env['SMTP_URL'] },
  };
  return nodeProcess(context, {
    name,
    role: 'service',
    script: programs[name],
    env: {
      MONGODB_URI: databaseUri(context, name),
      ...natsEnv(context, name),
      INTERNAL_SECRET: secrets.internal,
      PUBLIC_URL: storefront,
      ...own[name],
    },
  });
}

function razorpayProcess(context: StoreContext): ProcessDefinition {
  const { paths, ports, settings } = context;
  return nodeProcess(context, {
    name: 'razorpay',
    role: 'stand-in',
    script: programs.razorpay,
    env: {
      ...razorpayEnv(context),
      DATA_DIR: path.join(paths.dataDir, 'razorpay'),
      WEBHOOK_URL: `${local(settings.PORT)}/api/payments/webhook`,
      // As in services/payment/README.md; the other events repeat these.
      WEBHOOK_EVENTS: 'payment.captured,payment.failed,refund.created,refund.processed',
      PUBLIC_URL: local(ports.razorpay),
    },
  });
}

function cloudinaryProcess(context: StoreContext): ProcessDefinition {
  const { paths, secrets, storefront } = context;
  const { cloudName, apiKey, apiSecret } = secrets.cloudinary;
  return nodeProcess(context, {
    name: 'cloudinary',
    role: 'stand-in',
    script: programs.cloudinary,
    env: {
      DATA_DIR: path.join(paths.dataDir, 'media'),
      CLOUDINARY_CLOUD_NAME: cloudName,
      CLOUDINARY_API_KEY: apiKey,
      CLOUDINARY_API_SECRET: apiSecret,
      PUBLIC_DELIVERY_URL: `${storefront}/media`,
    },
  });
}

function gatewayProcess(context: StoreContext): ProcessDefinition {
  const { settings, ports, sparePorts, secrets, storefront, host } = context;
  const hasLiveCloudinary = Boolean(settings.CLOUDINARY_URL);
  const cloudName = /@([^?/]+)/.exec(settings.CLOUDINARY_URL ?? '')?.[1] ?? secrets.cloudinary.cloudName;
  const uploadBase = hasLiveCloudinary ? 'https://api.cloudinary.com' : local(ports.cloudinary);
  const checkout = hasLiveRazorpay(context) ? 'https://checkout.razorpay.com' : local(ports.razorpay);
  const upstreams = SERVICES.map((name) => [
    addressVariable(name),
    [ports[name], ...(sparePorts?.[name] ?? [])].map(local).join(','),
  ]);
  return nodeProcess(context, {
    name: 'gateway',
    role: 'edge',
    script: programs.gateway,
    env: {
      HOST: host,
      ...Object.fromEntries(upstreams),
      SHELL_URL: local(ports.shell),
      ...remoteUrls(context),
      ...natsEnv(context, 'gateway'),
      INTERNAL_SECRET: secrets.internal,
      PUBLIC_URL: storefront,
      RAZORPAY_KEY_ID: razorpayEnv(context)['RAZORPAY_KEY_ID'],
      RAZORPAY_CHECKOUT_URL: `${checkout}/v1/checkout.js`,
      CLOUDINARY_UPLOAD_URL: `${uploadBase}/v1_1/${cloudName}/image/upload`,
      CLOUDINARY_DELIVERY_URL: hasLiveCloudinary ? undefined : local(ports.cloudinary),
      RATE_LIMIT: process.env['RATE_LIMIT'],
      CORS_ORIGINS: process.env['CORS_ORIGINS'] ?? local(settings.PORT),
    },
  });
}

const remoteUrls = ({ ports }: StoreContext): Record<string, string> =>
  Object.fromEntries(REMOTES.map((name) => [addressVariable(name), local(ports[name])]));

const shellProcess = (context: StoreContext): ProcessDefinition =>
  nodeProcess(context, {
    name: 'shell',
    role: 'frontend',
    script: programs.shell,
    env: { ...remoteUrls(context), PUBLIC_URL: context.storefront, API_URL: `${local(context.settings.PORT)}/api` },
  });

const remoteProcess = (context: StoreContext, name: (typeof REMOTES)[number]): ProcessDefinition =>
  nodeProcess(context, {
    name,
    role: 'frontend',
    script: programs.remote,
    args: [path.join(ROOT, name)],
    env: { RELEASE_STORE: context.paths.remoteReleases },
  });
