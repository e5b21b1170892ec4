// Every process of the store as data. Services and remotes come from the contracts.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { isBucket } from '@rangavalli/build-kit/serve/bucket';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import type { NatsProcess } from '@rangavalli/contracts/nats-access';
import { notificationKindNames } from '@rangavalli/contracts/notification-kinds';
import { addressVariable, remoteSlices } from '@rangavalli/contracts/slices';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { type DataPaths, ROOT } from './paths.js';
import type { DatabaseChoice } from './provision/database.js';
import type { NatsChoice } from './provision/nats.js';
import type { StoreSettings } from './settings.js';
import type { LiveReleases, Release } from './setup/process-releases.js';
import { type Accounts, databaseLogin, type Login, natsLogin, publicPartOf, type Secrets } from './setup/secrets.js';
import { INHERITED_FD, type ListeningSocket } from './supervisor/listening-socket.js';

export const REMOTES = remoteSlices;
export const SERVICES = services;

/** Run from releases, as opposed to remotes, whose releases are files. */
export const PROCESS_SLICES = [...SERVICES, 'gateway', 'shell'] as const;
export type ProcessSlice = (typeof PROCESS_SLICES)[number];

export const PROCESS_NAMES = [
  'nats',
  'database',
  ...SERVICES,
  'razorpay',
  'messages',
  'cloudinary',
  'couriers',
  'gateway',
  'shell',
  ...REMOTES,
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
/** Of the process that visitors reach: its probes, metrics and documentation have a port of their own. */
export const INTERNAL_PORT = 'gateway-internal';
type InternalPort = typeof INTERNAL_PORT;
export type Role = 'infrastructure' | 'service' | 'stand-in' | 'frontend' | 'edge';
type Environment = Record<string, string | undefined>;

export interface StoreContext {
  settings: StoreSettings;
  paths: DataPaths;
  ports: Record<ProcessName | InternalPort | 'nats-monitor', number>;
  host: string;
  storefront: string;
  secrets: Secrets;
  accounts: Accounts;
  /** JWKS: the shell loads releases that are signed with one of these keys. */
  releasePublicKeys?: string | undefined;
  nats: NatsChoice;
  database: DatabaseChoice;
  /** Of services, gateway and shell; without them the checkout's build runs. */
  releases?: LiveReleases;
  /** At the storefront's port, shared by the gateway and its spare instance. */
  edgeSocket?: ListeningSocket | undefined;
  /** Of further instances; the last one is that of the spare instance. */
  sparePorts?: Partial<Record<ProcessName | InternalPort, readonly number[]>>;
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
  /** Where it responds to probes, when not at its address. */
  internalAddress?: string;
  command: string;
  args: string[];
  env: Environment;
  /** Ready when this path responds with 200, or when the process prints such a line. */
  ready: { path: string } | { line: RegExp };
  /** Which the process inherits; its other instances accept connections of the same one. */
  socket?: ListeningSocket;
  /** Completes before the process counts as ready. */
  onReady?: () => Promise<void>;
  program: string;
  /** Hash of a released program, which the process must report. */
  build?: string | undefined;
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
  messages: 'tools/messages/dist/main.js',
  cloudinary: 'tools/cloudinary/dist/main.js',
  couriers: 'tools/couriers/dist/main.js',
  database: 'tools/database/dist/main.js',
};

/**
 * As in the images: with less room for short-lived objects, and threads that share the memory of the C library, the
 * gateway has 300 MB instead of 540 MB after some thousand pages. With fixed thresholds the C library returns freed
 * buffers; by default it raises them, and keeps more of what it has freed, after each large buffer.
 */
const MEMORY_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
/** Gives processes the flag `--no-allocation-site-pretenuring`, which images have as an argument. */
const CODE_CACHE = path.join(ROOT, 'packages/build-kit/dist/build/code-cache.cjs');
const NODE_ARGS = ['--require', CODE_CACHE];
/** As in the images: room for short-lived objects. */
const NODE_OPTIONS = '--max-semi-space-size=16';
/**
 * As in its deployment, where Node takes half of the container's memory: with more, the heap keeps more garbage. Less
 * room for short-lived objects costs it no time.
 */
const CATALOG_NODE_OPTIONS = '--max-old-space-size=512 --max-semi-space-size=8';
/** As in its deployments: it uses 70 to 100 MB, and under load the heap would grow to several times that. */
const GATEWAY_NODE_OPTIONS = `--max-old-space-size=160 ${NODE_OPTIONS}`;
/** As in its image: for the garbage of rendering the heap would otherwise grow to several times its need. */
const SHELL_NODE_OPTIONS = '--max-old-space-size=128 --max-semi-space-size=8';

const local = (port: number): string => `http://127.0.0.1:${port}`;

/** Returns the same process with another program. @param release none for the compiler's output */
export const withProgram = (
  definition: ProcessDefinition,
  program: string,
  release?: Partial<Omit<Release, 'program'>>,
): ProcessDefinition => ({
  ...definition,
  program,
  build: release?.build,
  env: { ...definition.env, RELEASE_VERSION: release?.version },
  args: definition.args.map((argument) => (argument === definition.program ? program : argument)),
});

/** Returns the compiler's output of a program of this checkout. */
export function compiledProgram(name: ProcessName): string | undefined {
  const script = (programs as Record<string, string | undefined>)[name];
  return script && path.join(ROOT, script);
}

/** Leaves out what runs elsewhere (NATS_URL, MONGODB_URI, live keys) and what ONLY does not name. */
export function processesOf(context: StoreContext): ProcessDefinition[] {
  const { nats, database, settings, paths, storefront } = context;
  const only = settings.ONLY?.split(',').map((name) => name.trim());
  const remoteUrls = Object.fromEntries(REMOTES.map((name) => [addressVariable(name), local(context.ports[name])]));
  const shellEnv = {
    ...remoteUrls,
    PUBLIC_URL: storefront,
    API_URL: `${local(settings.PORT)}/api`,
    SHELL_API_KEY: context.secrets.shellKey,
    RELEASE_PUBLIC_KEYS: context.releasePublicKeys,
    RELEASE_STORE: paths.releases,
    NODE_OPTIONS: SHELL_NODE_OPTIONS,
  };
  return [
    ...(nats.kind === 'program' ? [natsProcess(context, nats.program)] : []),
    ...(database.kind === 'external' ? [] : [databaseProcess(context, database)]),
    ...SERVICES.flatMap((name) => {
      const service = nodeProcess(context, name, 'service', serviceEnv(context, name));
      return withInstances(context, service, settings.REPLICAS);
    }),
    ...(razorpayEnv(context).RAZORPAY_API_URL ? [razorpayProcess(context)] : []),
    ...(hasLiveMessages(context) ? [] : [messagesProcess(context)]),
    ...(settings.CLOUDINARY_URL ? [] : [cloudinaryProcess(context)]),
    ...(hasCourierStandIns(settings) ? [couriersProcess(context)] : []),
    ...withInstances(context, gatewayProcess(context, remoteUrls), 1),
    ...withInstances(context, nodeProcess(context, 'shell', 'frontend', shellEnv), 1),
    ...REMOTES.map((name) =>
      nodeProcess(
        context,
        name,
        'frontend',
        { RELEASE_STORE: paths.remoteReleases, ...bucketEnv(paths) },
        { args: [path.join(ROOT, name)] },
      ),
    ),
  ].filter(({ of }) => !only || only.includes(of));
}

/** Secrets are not inherited; the bucket of releases needs its own. */
const bucketEnv = ({ remoteReleases }: DataPaths): Environment =>
  isBucket(remoteReleases)
    ? Object.fromEntries(['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'].map((name) => [name, process.env[name]]))
    : {};

function withInstances({ sparePorts }: StoreContext, first: ProcessDefinition, started: number): ProcessDefinition[] {
  const ports = sparePorts?.[first.of] ?? [];
  const internalPorts = first.internalAddress ? (sparePorts?.[INTERNAL_PORT] ?? []) : [];
  const further = ports.map((port, index): ProcessDefinition => {
    const isSpare = index === ports.length - 1;
    const standby = isSpare ? 'spare' : index + 2 > started ? 'idle' : undefined;
    const internalPort = internalPorts[index];
    const sharesSocket = isSpare && first.socket !== undefined;
    const { env, ...instance } = sharesSocket ? first : atPort(first, port);
    return {
      ...instance,
      name: `${first.of}-${isSpare ? 'spare' : index + 2}`,
      ...(internalPort ? { internalAddress: local(internalPort) } : {}),
      env: { ...env, ...(internalPort ? { INTERNAL_PORT: String(internalPort) } : {}) },
      ...(standby ? { standby } : {}),
    };
  });
  return [first, ...further];
}

/** Returns a process with an address of its own on this machine. */
function atPort({ socket: _socket, ...first }: ProcessDefinition, port: number): ProcessDefinition {
  const env = { ...first.env, PORT: String(port), HOST: '127.0.0.1', LISTEN_FD: undefined };
  return { ...first, port, address: local(port), env };
}

/** Of services and gateway one instance is idle and one spare, of the shell one is spare. */
export function countSparePorts(name: ProcessName | InternalPort, replicas: number): number {
  if (name === 'gateway' || name === INTERNAL_PORT) return 2;
  if (name === 'shell') return 1;
  return SERVICES.some((service) => service === name) ? replicas + 1 : 0;
}

function nodeProcess(
  { settings, ports, paths, releases, secrets }: StoreContext,
  name: ProcessName,
  role: Role,
  env: Environment,
  { args = [], ...rest }: Partial<ProcessDefinition> = {},
): ProcessDefinition {
  const script = (programs as Record<string, string>)[name] ?? programs.remote;
  // With ONLY nothing is bundled.
  const built = path.join(ROOT, settings.PROGRAMS === 'bundled' && !settings.ONLY ? bundleOf(script) : script);
  const release = releases?.[name];
  const program = release?.program ?? built;
  const port = ports[name];
  return {
    name,
    of: name,
    role,
    port,
    address: local(port),
    command: settings.NODE_PROGRAM ?? process.execPath,
    args: [...NODE_ARGS, program, ...args],
    program,
    build: release?.build,
    ready: { path: '/health/ready' },
    env: {
      NODE_ENV: settings.NODE_ENV,
      ...MEMORY_ENV,
      NODE_OPTIONS,
      // The bundles load native modules from where they are installed.
      NODE_PATH: path.join(ROOT, 'node_modules'),
      RELEASE_VERSION: release?.version,
      NODE_COMPILE_CACHE: path.join(paths.dataDir, 'compile-cache'),
      CODE_CACHE_DIR: settings.CODE_CACHE_DIR ?? path.join(paths.dataDir, 'code-cache'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: settings.LOG_LEVEL,
      SERVICE_NAME: name,
      STORE_ID: secrets.storeId,
      STAND_INS: settings.STAND_INS,
      ...env,
    },
    ...rest,
  };
}

function natsProcess({ paths, ports }: StoreContext, program: string): ProcessDefinition {
  const address = ['-a', '127.0.0.1', '-p', String(ports.nats), '-m', String(ports['nats-monitor'])];
  return {
    name: 'nats',
    of: 'nats',
    role: 'infrastructure',
    port: ports.nats,
    address: `nats://127.0.0.1:${ports.nats}`,
    command: program,
    args: ['-c', paths.natsConfig, ...address],
    env: {
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
    ADMIN_PASSWORD: context.secrets.database.admin,
    MONGOD: choice.kind === 'mongod' ? choice.program : undefined,
  };
  return nodeProcess(context, 'database', 'infrastructure', env, {
    address: `mongodb://127.0.0.1:${context.ports.database}`,
    ready: { line: /^ready mongodb:/ },
  });
}

function natsEnv({ nats, ports, secrets }: StoreContext, name: NatsProcess): Environment {
  const url = nats.kind === 'external' ? nats.url : `nats://127.0.0.1:${ports.nats}`;
  const given = process.env[passwordVariable(name)];
  const login = nats.kind === 'program' ? natsLogin(secrets, name) : given && { user: name, password: given };
  return { NATS_URL: url, ...(login ? { NATS_USER: login.user, NATS_PASSWORD: login.password } : {}) };
}

export const databaseName = (service: ServiceName): string => `rangavalli_${service}`;

/** @param login of a server that the store runs; an external server's address has its own */
export function databaseUri(service: ServiceName, server: string | undefined, login?: Login): string | undefined {
  const own = process.env[`${service.toUpperCase()}_MONGODB_URI`];
  if (own || !server) return own;
  const uri = new URL(server);
  uri.pathname = `/${databaseName(service)}`;
  return login ? withLogin(uri, login) : uri.href;
}

/** Returns a MongoDB address with a user, who belongs to the whole server and not to one database. */
export function withLogin(server: string | URL, { user, password }: Login): string {
  const uri = new URL(server);
  if (!uri.pathname) uri.pathname = '/';
  uri.username = encodeURIComponent(user);
  uri.password = encodeURIComponent(password);
  uri.searchParams.set('authSource', 'admin');
  return uri.href;
}

function razorpayEnv({ settings, secrets, ports }: StoreContext) {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_WEBHOOK_SECRET_PREVIOUS } = settings;
  if (RAZORPAY_KEY_ID && RAZORPAY_KEY_SECRET)
    return {
      RAZORPAY_KEY_ID,
      RAZORPAY_KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
      RAZORPAY_API_URL: undefined,
    };
  return {
    RAZORPAY_KEY_ID: secrets.razorpay.keyId,
    RAZORPAY_KEY_SECRET: secrets.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: secrets.razorpay.webhookSecret,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secrets.razorpay.previousWebhookSecret,
    RAZORPAY_API_URL: local(ports.razorpay),
  };
}

/** With an account of one courier, none is a stand-in. In production a shop without accounts types numbers in. */
const hasCourierStandIns = ({ SHIPROCKET_EMAIL, DELHIVERY_TOKEN, NODE_ENV, STAND_INS }: StoreSettings): boolean =>
  !SHIPROCKET_EMAIL && !DELHIVERY_TOKEN && (NODE_ENV !== 'production' || STAND_INS === 'allowed');

function courierEnv({ settings, secrets, ports }: StoreContext): Environment {
  const polling = { COURIER_POLL_MS: process.env['COURIER_POLL_MS'] };
  if (!hasCourierStandIns(settings)) {
    const { SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_PICKUP_LOCATION } = settings;
    const { SHIPROCKET_WEBHOOK_KEY, SHIPROCKET_WEBHOOK_KEY_PREVIOUS } = settings;
    const { DELHIVERY_TOKEN, DELHIVERY_PICKUP_LOCATION } = settings;
    const { DELHIVERY_WEBHOOK_KEY, DELHIVERY_WEBHOOK_KEY_PREVIOUS } = settings;
    return {
      SHIPROCKET_EMAIL,
      SHIPROCKET_PASSWORD,
      SHIPROCKET_PICKUP_LOCATION,
      SHIPROCKET_WEBHOOK_KEY,
      SHIPROCKET_WEBHOOK_KEY_PREVIOUS,
      DELHIVERY_TOKEN,
      DELHIVERY_PICKUP_LOCATION,
      DELHIVERY_WEBHOOK_KEY,
      DELHIVERY_WEBHOOK_KEY_PREVIOUS,
      ...polling,
    };
  }
  const { password, token, shiprocketKey, delhiveryKey, previous } = secrets.couriers;
  return {
    SHIPROCKET_EMAIL: 'api@rangavalli.example',
    SHIPROCKET_PASSWORD: password,
    SHIPROCKET_API_URL: local(ports.couriers),
    SHIPROCKET_WEBHOOK_KEY: shiprocketKey,
    SHIPROCKET_WEBHOOK_KEY_PREVIOUS: previous?.shiprocketKey,
    DELHIVERY_TOKEN: token,
    DELHIVERY_API_URL: local(ports.couriers),
    DELHIVERY_WEBHOOK_KEY: delhiveryKey,
    DELHIVERY_WEBHOOK_KEY_PREVIOUS: previous?.delhiveryKey,
    ...polling,
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
  const { paths, ports, database, secrets } = context;
  const { signing, accepted } = secrets.identity;
  const own: Partial<Record<ServiceName, Environment>> = {
    payment: razorpayEnv(context),
    fulfilment: courierEnv(context),
    catalog: { ...mediaEnv(context), NODE_OPTIONS: CATALOG_NODE_OPTIONS },
    user: {
      ACCOUNTS_FILE: paths.accounts,
      RATE_LIMIT: process.env['RATE_LIMIT'],
      SIGNING_KEYS_SINCE: secrets.signingKeysSince,
      DATA_KEY: secrets.dataKey,
      DATA_KEY_PREVIOUS: secrets.dataKeyPrevious,
    },
    notification: { MAIL_DIR: paths.mail, SMTP_URL: process.env['SMTP_URL'], ...messagesEnv(context) },
  };
  return {
    MONGODB_URI:
      database.kind === 'external'
        ? databaseUri(name, database.uri)
        : databaseUri(name, `mongodb://127.0.0.1:${ports.database}`, databaseLogin(secrets, name)),
    ...natsEnv(context, name),
    IDENTITY_PUBLIC_KEYS: JSON.stringify({ keys: [publicPartOf(signing), ...accepted] }),
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

const MESSAGE_VARIABLES = [
  'MSG91_AUTH_KEY',
  'SMS_TEMPLATES',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_PHONE_ID',
  'WHATSAPP_TEMPLATES',
  'WHATSAPP_LANGUAGE',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_APP_SECRET_PREVIOUS',
  'WHATSAPP_VERIFY_TOKEN',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
] as const;

/** In production without stand-ins, messages without keys go by email. */
const hasLiveMessages = ({ settings }: StoreContext): boolean =>
  Boolean(settings.MSG91_AUTH_KEY ?? settings.WHATSAPP_ACCESS_TOKEN) ||
  (settings.NODE_ENV === 'production' && settings.STAND_INS !== 'allowed');

/** With stand-ins, each kind has a template of its own name. */
function messagesEnv(context: StoreContext): Environment {
  if (hasLiveMessages(context)) return Object.fromEntries(MESSAGE_VARIABLES.map((name) => [name, process.env[name]]));
  const { messages } = context.secrets;
  const address = local(context.ports.messages);
  const templates = JSON.stringify(Object.fromEntries(notificationKindNames.map((kind) => [kind, kind])));
  return {
    MSG91_AUTH_KEY: messages.authKey,
    MSG91_API_URL: address,
    SMS_TEMPLATES: templates,
    WHATSAPP_ACCESS_TOKEN: messages.accessToken,
    WHATSAPP_PHONE_ID: messages.phoneId,
    WHATSAPP_API_URL: `${address}/v23.0`,
    WHATSAPP_TEMPLATES: templates,
    WHATSAPP_APP_SECRET: messages.appSecret,
    WHATSAPP_VERIFY_TOKEN: messages.verifyToken,
    VAPID_PUBLIC_KEY: messages.vapidPublicKey,
    VAPID_PRIVATE_KEY: messages.vapidPrivateKey,
    PUSH_HOSTS: new URL(address).host,
  };
}

const messagesProcess = (context: StoreContext): ProcessDefinition =>
  nodeProcess(context, 'messages', 'stand-in', {
    DATA_DIR: path.join(context.paths.dataDir, 'messages'),
    MSG91_AUTH_KEY: context.secrets.messages.authKey,
    WHATSAPP_ACCESS_TOKEN: context.secrets.messages.accessToken,
    WHATSAPP_PHONE_ID: context.secrets.messages.phoneId,
    WHATSAPP_APP_SECRET: context.secrets.messages.appSecret,
    WHATSAPP_WEBHOOK_URL: `${local(context.settings.PORT)}/api/notifications/whatsapp/webhook`,
  });

const couriersProcess = (context: StoreContext): ProcessDefinition =>
  nodeProcess(context, 'couriers', 'stand-in', {
    ...courierEnv(context),
    DATA_DIR: path.join(context.paths.dataDir, 'couriers'),
    PUBLIC_URL: local(context.ports.couriers),
    SHIPROCKET_WEBHOOK_URL: `${local(context.settings.PORT)}/api/shipments/webhook/aggregator`,
    DELHIVERY_WEBHOOK_URL: `${local(context.settings.PORT)}/api/shipments/webhook/dl`,
    ADVANCE_MS: process.env['COURIERS_ADVANCE_MS'],
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

function gatewayProcess(context: StoreContext, remoteUrls: Environment): ProcessDefinition {
  const internalPort = context.ports[INTERNAL_PORT];
  const { edgeSocket: socket } = context;
  const env = {
    ...gatewayEnv(context, remoteUrls),
    NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
    INTERNAL_PORT: String(internalPort),
    ...(socket ? { LISTEN_FD: String(INHERITED_FD) } : {}),
  };
  return nodeProcess(context, 'gateway', 'edge', env, {
    internalAddress: local(internalPort),
    ...(socket ? { socket } : {}),
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
    SHELL_URL: [ports.shell, ...(sparePorts?.shell ?? [])].map(local).join(','),
    ...remoteUrls,
    ...natsEnv(context, 'gateway'),
    SHELL_API_KEY: secrets.shellKey,
    SHELL_API_KEY_PREVIOUS: secrets.shellKeyPrevious,
    CHALLENGE_SECRET: secrets.challenge,
    CHALLENGE_SECRET_PREVIOUS: secrets.challengePrevious,
    IDENTITY_PRIVATE_KEY: JSON.stringify(secrets.identity.signing),
    PUBLIC_URL: context.storefront,
    RAZORPAY_KEY_ID: razorpay.RAZORPAY_KEY_ID,
    RAZORPAY_CHECKOUT_URL: `${razorpay.RAZORPAY_API_URL ?? 'https://checkout.razorpay.com'}/v1/checkout.js`,
    CLOUDINARY_UPLOAD_URL: `${cloud}/image/upload`,
    CLOUDINARY_DELIVERY_URL: liveCloud ? undefined : local(ports.cloudinary),
    RATE_LIMIT: process.env['RATE_LIMIT'],
    // Calls are tried from the documentation at the internal port.
    CORS_ORIGINS: process.env['CORS_ORIGINS'] ?? [local(settings.PORT), local(ports[INTERNAL_PORT])].join(','),
  };
}
