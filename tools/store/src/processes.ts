// Every process of the store as data. Services and remotes come from the contracts.
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

export const PROCESS_NAMES = [
  'nats',
  'database',
  ...SERVICES,
  'razorpay',
  'cloudinary',
  'gateway',
  'shell',
  ...REMOTES,
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
export type Role = 'infrastructure' | 'service' | 'stand-in' | 'frontend' | 'edge';
type Environment = Record<string, string | undefined>;

export interface StoreContext {
  settings: StoreSettings;
  paths: DataPaths;
  ports: Record<ProcessName | 'nats-monitor', number>;
  host: string;
  storefront: string;
  secrets: Secrets;
  accounts: Accounts;
  nats: NatsChoice;
  database: DatabaseChoice;
  /** Of further instances; a service's last one is that of its spare instance. */
  sparePorts?: Partial<Record<ProcessName, readonly number[]>>;
}

export interface ProcessDefinition {
  /** `order`, `order-2`, `order-spare`. */
  name: string;
  of: ProcessName;
  /** `idle` instances are started by `scale`; the `spare` one runs while the others are replaced. */
  standby?: 'idle' | 'spare';
  role: Role;
  port: number;
  address: string;
  command: string;
  args: string[];
  env: Environment;
  /** Ready when this path responds with 200, or when the process prints such a line. */
  ready: { path: string } | { line: RegExp };
  program: string;
}

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

/** Leaves out what runs elsewhere (NATS_URL, MONGODB_URI, live keys) and what ONLY does not name. */
export function processesOf(context: StoreContext): ProcessDefinition[] {
  const { nats, database, settings, paths, storefront } = context;
  const only = settings.ONLY?.split(',').map((name) => name.trim());
  const remoteUrls = Object.fromEntries(REMOTES.map((name) => [addressVariable(name), local(context.ports[name])]));
  const shellEnv = { ...remoteUrls, PUBLIC_URL: storefront, API_URL: `${local(settings.PORT)}/api` };
  return [
    ...(nats.kind === 'program' ? [natsProcess(context, nats.program)] : []),
    ...(database.kind === 'external' ? [] : [databaseProcess(context, database)]),
    ...SERVICES.flatMap((name) => {
      const service = nodeProcess(context, name, 'service', serviceEnv(context, name));
      return withInstances(context, service, settings.REPLICAS);
    }),
    ...(razorpayEnv(context).RAZORPAY_API_URL ? [razorpayProcess(context)] : []),
    ...(settings.CLOUDINARY_URL ? [] : [cloudinaryProcess(context)]),
    ...withInstances(context, nodeProcess(context, 'gateway', 'edge', gatewayEnv(context, remoteUrls)), 1),
    nodeProcess(context, 'shell', 'frontend', shellEnv),
    ...REMOTES.map((name) =>
      nodeProcess(
        context,
        name,
        'frontend',
        { RELEASE_STORE: paths.remoteReleases },
        { args: [path.join(ROOT, name)] },
      ),
    ),
  ].filter(({ of }) => !only || only.includes(of));
}

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

export const countSparePorts = (name: ProcessName, replicas: number): number =>
  name === 'gateway' ? 1 : SERVICES.some((service) => service === name) ? replicas + 1 : 0;

function nodeProcess(
  { settings, ports, paths }: StoreContext,
  name: ProcessName,
  role: Role,
  env: Environment,
  { args = [], ...rest }: Partial<ProcessDefinition> = {},
): ProcessDefinition {
  const script = (programs as Record<string, string>)[name] ?? programs.remote;
  // With ONLY nothing is bundled.
  const program = path.join(ROOT, settings.PROGRAMS === 'bundled' && !settings.ONLY ? bundleOf(script) : script);
  const port = ports[name];
  return {
    name,
    of: name,
    role,
    port,
    address: local(port),
    command: settings.NODE_PROGRAM ?? process.execPath,
    args: ['--enable-source-maps', program, ...args],
    program,
    ready: { path: '/health/ready' },
    env: {
      NODE_ENV: settings.NODE_ENV,
      NODE_COMPILE_CACHE: path.join(paths.dataDir, 'compile-cache'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: settings.LOG_LEVEL,
      SERVICE_NAME: name,
      ...env,
    },
    ...rest,
  };
}

function natsProcess({ paths, ports, secrets }: StoreContext, program: string): ProcessDefinition {
  const address = ['-a', '127.0.0.1', '-p', String(ports.nats), '-m', String(ports['nats-monitor'])];
  return {
    name: 'nats',
    of: 'nats',
    role: 'infrastructure',
    port: ports.nats,
    address: `nats://127.0.0.1:${ports.nats}`,
    command: program,
    args: ['-c', paths.natsConfig, '-js', '-sd', path.join(paths.dataDir, 'nats'), ...address],
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
  const env = {
    DATA_DIR: path.join(context.paths.dataDir, 'database'),
    ENGINE: choice.kind,
    MONGOD: choice.kind === 'mongod' ? choice.program : undefined,
  };
  return nodeProcess(context, 'database', 'infrastructure', env, {
    address: `mongodb://127.0.0.1:${context.ports.database}`,
    ready: { line: /^ready mongodb:/ },
  });
}

function natsEnv({ nats, ports, secrets }: StoreContext, name: NatsProcess): Environment {
  const url = nats.kind === 'external' ? nats.url : `nats://127.0.0.1:${ports.nats}`;
  const password = nats.kind === 'program' ? secrets.nats[name] : process.env[passwordVariable(name)];
  return { NATS_URL: url, ...(password ? { NATS_USER: name, NATS_PASSWORD: password } : {}) };
}

export function databaseUri(service: ServiceName, server: string | undefined): string | undefined {
  const own = process.env[`${service.toUpperCase()}_MONGODB_URI`];
  if (own || !server) return own;
  const uri = new URL(server);
  uri.pathname = `/rangavalli_${service}`;
  return uri.href;
}

function razorpayEnv({ settings, secrets, ports }: StoreContext) {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings;
  if (RAZORPAY_KEY_ID && RAZORPAY_KEY_SECRET)
    return { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_API_URL: undefined };
  return {
    RAZORPAY_KEY_ID: secrets.razorpay.keyId,
    RAZORPAY_KEY_SECRET: secrets.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: secrets.razorpay.webhookSecret,
    RAZORPAY_API_URL: local(ports.razorpay),
  };
}

export function mediaEnv({ settings, secrets, ports, storefront }: StoreContext) {
  if (settings.CLOUDINARY_URL)
    return { CLOUDINARY_URL: settings.CLOUDINARY_URL, MEDIA_URL: 'https://res.cloudinary.com' };
  const { apiKey, apiSecret, cloudName } = secrets.cloudinary;
  return {
    CLOUDINARY_URL: `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=${local(ports.cloudinary)}`,
    MEDIA_URL: `${storefront}/media`,
  };
}

function serviceEnv(context: StoreContext, name: ServiceName): Environment {
  const { paths, ports, database } = context;
  const own: Partial<Record<ServiceName, Environment>> = {
    payment: razorpayEnv(context),
    catalog: mediaEnv(context),
    user: { ACCOUNTS_FILE: paths.accounts, RATE_LIMIT: process.env['RATE_LIMIT'] },
    notification: { MAIL_DIR: paths.mail, SMTP_URL: process.env['SMTP_URL'] },
  };
  const server = database.kind === 'external' ? database.uri : `mongodb://127.0.0.1:${ports.database}`;
  return {
    MONGODB_URI: databaseUri(name, server),
    ...natsEnv(context, name),
    INTERNAL_SECRET: context.secrets.internal,
    PUBLIC_URL: context.storefront,
    ...own[name],
  };
}

const razorpayProcess = (context: StoreContext): ProcessDefinition =>
  nodeProcess(context, 'razorpay', 'stand-in', {
    ...razorpayEnv(context),
    DATA_DIR: path.join(context.paths.dataDir, 'razorpay'),
    WEBHOOK_URL: `${local(context.settings.PORT)}/api/payments/webhook`,
    // As in services/payment/README.md; the other events repeat these.
    WEBHOOK_EVENTS: 'payment.captured,payment.failed,refund.created,refund.processed',
    PUBLIC_URL: local(context.ports.razorpay),
  });

function cloudinaryProcess(context: StoreContext): ProcessDefinition {
  const { cloudName, apiKey, apiSecret } = context.secrets.cloudinary;
  return nodeProcess(context, 'cloudinary', 'stand-in', {
    DATA_DIR: path.join(context.paths.dataDir, 'media'),
    CLOUDINARY_CLOUD_NAME: cloudName,
    CLOUDINARY_API_KEY: apiKey,
    CLOUDINARY_API_SECRET: apiSecret,
    PUBLIC_DELIVERY_URL: `${context.storefront}/media`,
  });
}

function gatewayEnv(context: StoreContext, remoteUrls: Environment): Environment {
  const { settings, ports, sparePorts, secrets } = context;
  const liveCloud = /@([^?/]+)/.exec(settings.CLOUDINARY_URL ?? '')?.[1];
  const cloud = liveCloud
    ? `https://api.cloudinary.com/v1_1/${liveCloud}`
    : `${local(ports.cloudinary)}/v1_1/${secrets.cloudinary.cloudName}`;
  const razorpay = razorpayEnv(context);
  const upstreams = SERVICES.map((name) => [
    addressVariable(name),
    [ports[name], ...(sparePorts?.[name] ?? [])].map(local).join(','),
  ]);
  return {
    HOST: context.host,
    ...Object.fromEntries(upstreams),
    SHELL_URL: local(ports.shell),
    ...remoteUrls,
    ...natsEnv(context, 'gateway'),
    INTERNAL_SECRET: secrets.internal,
    PUBLIC_URL: context.storefront,
    RAZORPAY_KEY_ID: razorpay.RAZORPAY_KEY_ID,
    RAZORPAY_CHECKOUT_URL: `${razorpay.RAZORPAY_API_URL ?? 'https://checkout.razorpay.com'}/v1/checkout.js`,
    CLOUDINARY_UPLOAD_URL: `${cloud}/image/upload`,
    CLOUDINARY_DELIVERY_URL: liveCloud ? undefined : local(ports.cloudinary),
    RATE_LIMIT: process.env['RATE_LIMIT'],
    CORS_ORIGINS: process.env['CORS_ORIGINS'] ?? local(settings.PORT),
  };
}
