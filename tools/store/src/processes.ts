// Every process of the store, as data: how it is started, what it is told, how one knows that it is ready.
// Services and remotes come from the contracts; any other process is added here.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import type { NatsProcess } from '@rangavalli/contracts/nats-access';
import { addressVariable, remoteSlices } from '@rangavalli/contracts/slices';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import type { Accounts, Secrets } from './setup/secrets.js';
import type { DataPaths } from './paths.js';
import { ROOT } from './paths.js';
import type { DatabaseChoice } from './provision/database.js';
import { type NatsChoice, passwordsFor } from './provision/nats.js';
import type { NodeChoice } from './provision/node.js';
import type { StoreSettings } from './settings.js';

export const PROCESS_NAMES = [
  'nats',
  'database',
  ...services,
  'razorpay',
  'cloudinary',
  'gateway',
  'shell',
  ...remoteSlices,
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

/** What a process is for. */
export type Role = 'infrastructure' | 'service' | 'stand-in' | 'frontend' | 'edge';

/** All that the processes' commands and environments are made of. */
export interface StoreContext {
  settings: StoreSettings;
  paths: DataPaths;
  ports: Record<ProcessName | 'nats-monitor', number>;
  /** Address the gateway listens on. */
  host: string;
  /** Address that shoppers see. */
  storefront: string;
  secrets: Secrets;
  accounts: Accounts;
  node: NodeChoice;
  nats: NatsChoice;
  database: DatabaseChoice;
  /** `false`: the database may lose its last moments in a crash, and waits for no disk. */
  durable?: boolean;
  /** Ports for further instances of a process, beside its own in `ports`; the last one of a service's is the spare instance's. */
  morePorts?: Partial<Record<ProcessName, readonly number[]>>;
}

/** Ready when this path answers 200, or when the process prints such a line. */
export type Readiness = { path: string } | { line: RegExp };

export interface ProcessDefinition {
  /** Its own one: `order`, `order-2`, `order-spare`. */
  name: string;
  /** What it is an instance of. */
  of: ProcessName;
  /** `idle`: it is started when somebody asks for more; `spare`: it stands in while the others are replaced. */
  standby?: 'idle' | 'spare';
  role: Role;
  /** Port that it serves; kept over restarts. */
  port: number;
  address: string;
  command: string;
  args: string[];
  env: Record<string, string | undefined>;
  ready: Readiness;
  /** The file that must be there: its slice is built. */
  program: string;
}

/** The compiled programs of the processes on Node. Each is built into one file before it is started; with ONLY nothing is built. */
export const programs = {
  ...(Object.fromEntries(services.map((name) => [name, `services/${name}/dist/main.js`])) as Record<
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
/** Runs a program of either kind. */
const RUN = path.join(ROOT, 'packages/build-kit/dist/bin/run.cjs');

const local = (port: number): string => `http://127.0.0.1:${port}`;
export const REMOTES = remoteSlices;
export const SERVICES = services;

export const hasLiveRazorpay = ({ settings }: StoreContext): boolean =>
  Boolean(settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET);
export const hasLiveCloudinary = ({ settings }: StoreContext): boolean => Boolean(settings.CLOUDINARY_URL);

/** The processes to start for this store: those that stand elsewhere (NATS_URL, real keys, ONLY) are left out. */
export function processesOf(context: StoreContext): ProcessDefinition[] {
  const only = context.settings.ONLY?.split(',').map((name) => name.trim());
  return [
    ...(context.nats.kind === 'program' ? [natsProcess(context, context.nats.program)] : []),
    ...(context.database.kind === 'external' ? [] : [databaseProcess(context, context.database)]),
    ...SERVICES.flatMap((name) =>
      instances(context, serviceProcess(context, name), { started: context.settings.REPLICAS, spare: true }),
    ),
    ...(hasLiveRazorpay(context) ? [] : [razorpayProcess(context)]),
    ...(hasLiveCloudinary(context) ? [] : [cloudinaryProcess(context)]),
    ...instances(context, gatewayProcess(context), { started: 1, spare: false }),
    shellProcess(context),
    ...REMOTES.map((name) => remoteProcess(context, name)),
  ].filter(({ of }) => !only || only.includes(of));
}

/** A process and its further instances, each at an address of its own. */
function instances(
  { morePorts }: StoreContext,
  first: ProcessDefinition,
  { started, spare }: { started: number; spare: boolean },
): ProcessDefinition[] {
  const ports = morePorts?.[first.of] ?? [];
  return [
    first,
    ...ports.map((port, index): ProcessDefinition => {
      const isSpare = spare && index === ports.length - 1;
      const standby = isSpare ? 'spare' : index + 2 > started ? 'idle' : undefined;
      const env = { ...first.env, PORT: String(port), HOST: '127.0.0.1' };
      return {
        ...first,
        name: `${first.of}-${isSpare ? 'spare' : index + 2}`,
        port,
        address: local(port),
        env,
        ...(standby ? { standby } : {}),
      };
    }),
  ];
}

/** How many ports beside its own a process may come to need: for one instance more than are started, and a service's spare one. */
export const morePortsNeeded = (name: ProcessName, replicas: number): number =>
  name === 'gateway' ? 1 : SERVICES.some((service) => service === name) ? replicas + 1 : 0;

function nodeProcess(
  { settings, ports, node }: StoreContext,
  definition: { name: ProcessName; role: Role; script: string } & Partial<Omit<ProcessDefinition, 'name' | 'of'>>,
): ProcessDefinition {
  const { script, env, args = [], ...rest } = definition;
  const program = path.join(ROOT, settings.PROGRAMS === 'bundled' && !settings.ONLY ? bundleOf(script) : script);
  const port = ports[definition.name];
  return {
    of: definition.name,
    port,
    address: local(port),
    command: node.program,
    program,
    ready: { path: '/health/ready' },
    ...rest,
    args: [RUN, program, ...args],
    env: {
      NODE_ENV: settings.NODE_ENV,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: settings.LOG_LEVEL,
      SERVICE_NAME: definition.name,
      ...env,
    },
  };
}

/** nats-server on all processors spends a third of its time on waking one for each message and putting it to sleep again. */
const natsThrift = { GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)), GOGC: '400' };

function natsProcess({ paths, ports, secrets }: StoreContext, program: string): ProcessDefinition {
  return {
    name: 'nats',
    of: 'nats',
    role: 'infrastructure',
    port: ports.nats,
    address: `nats://127.0.0.1:${ports.nats}`,
    command: program,
    args: [
      '-c',
      paths.natsConfig,
      '-js',
      '-sd',
      path.join(paths.dataDir, 'nats'),
      '-a',
      '127.0.0.1',
      '-p',
      String(ports.nats),
      '-m',
      String(ports['nats-monitor']),
    ],
    env: { ...passwordsFor(secrets.nats), ...natsThrift },
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

const natsUrl = ({ nats, ports }: StoreContext): string =>
  nats.kind === 'external' ? nats.url : `nats://127.0.0.1:${ports.nats}`;

/** Where NATS is and as whom a process goes there; on a server of somebody else's as NATS_URL says, or by a password of its own. */
function natsEnv(context: StoreContext, name: NatsProcess): Record<string, string | undefined> {
  const password = context.nats.kind === 'program' ? context.secrets.nats[name] : process.env[passwordVariable(name)];
  return { NATS_URL: natsUrl(context), ...(password ? { NATS_USER: name, NATS_PASSWORD: password } : {}) };
}

/** Database of one service: `<NAME>_MONGODB_URI`, or its own one on the store's server. */
function databaseUri({ database, ports }: StoreContext, service: ServiceName): string {
  const own = process.env[`${service.toUpperCase()}_MONGODB_URI`];
  if (own) return own;
  const uri = new URL(database.kind === 'external' ? database.uri : `mongodb://127.0.0.1:${ports.database}`);
  uri.pathname = `/rangavalli_${service}`;
  return uri.href;
}

const razorpayEnv = (context: StoreContext): Record<string, string | undefined> => {
  const { settings, secrets, ports } = context;
  if (hasLiveRazorpay(context)) {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = settings;
    return { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET }; // the SDK knows Razorpay's address
  }
  return {
    RAZORPAY_KEY_ID: secrets.razorpay.keyId,
    RAZORPAY_KEY_SECRET: secrets.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: secrets.razorpay.webhookSecret,
    RAZORPAY_API_URL: local(ports.razorpay),
  };
};

/** Where pictures are uploaded (the SDK's own notation) and where browsers get them. */
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
  const own: Partial<Record<ServiceName, Record<string, string | undefined>>> = {
    payment: razorpayEnv(context),
    catalog: mediaEnv(context),
    user: { ACCOUNTS_FILE: paths.accounts, RATE_LIMIT: process.env['RATE_LIMIT'] },
    notification: {
      MAIL_DIR: paths.mail,
      SMTP_URL: process.env['SMTP_URL'],
      MAIL_FROM: process.env['MAIL_FROM'],
    },
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
      // What services/payment/README.md asks to be activated: the others say the same once more.
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
  const { settings, ports, morePorts, secrets, storefront, host } = context;
  const cloudName = /@([^?/]+)/.exec(settings.CLOUDINARY_URL ?? '')?.[1] ?? secrets.cloudinary.cloudName;
  const uploadBase = hasLiveCloudinary(context) ? 'https://api.cloudinary.com' : local(ports.cloudinary);
  const checkout = hasLiveRazorpay(context) ? 'https://checkout.razorpay.com' : local(ports.razorpay);
  return nodeProcess(context, {
    name: 'gateway',
    role: 'edge',
    script: programs.gateway,
    env: {
      HOST: host,
      // Of all instances there may be: it finds out by itself which of them are there.
      ...Object.fromEntries(
        SERVICES.map((name) => [
          addressVariable(name),
          [ports[name], ...(morePorts?.[name] ?? [])].map(local).join(','),
        ]),
      ),
      SHELL_URL: local(ports.shell),
      ...remoteUrls(context),
      ...natsEnv(context, 'gateway'),
      INTERNAL_SECRET: secrets.internal,
      PUBLIC_URL: storefront,
      RAZORPAY_KEY_ID: razorpayEnv(context)['RAZORPAY_KEY_ID'],
      RAZORPAY_CHECKOUT_URL: `${checkout}/v1/checkout.js`,
      CLOUDINARY_UPLOAD_URL: `${uploadBase}/v1_1/${cloudName}/image/upload`,
      CLOUDINARY_DELIVERY_URL: hasLiveCloudinary(context) ? undefined : local(ports.cloudinary),
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

function remoteProcess(context: StoreContext, name: (typeof REMOTES)[number]): ProcessDefinition {
  return nodeProcess(context, {
    name,
    role: 'frontend',
    script: programs.remote,
    args: [path.join(ROOT, name)],
    env: { RELEASE_STORE: context.paths.remoteReleases },
  });
}

/** Stage in which a process is stopped: the edge first (2), then services, the infrastructure last (0). */
export function stageOf(role: Role): number {
  if (role === 'infrastructure') return 0;
  return role === 'service' || role === 'stand-in' ? 1 : 2;
}
