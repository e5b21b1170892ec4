import { z } from 'zod';
import { identityPublicKeys } from './http/identity-keys.js';
import { findStandIns } from './stand-ins.js';

const mongoUri = z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://');
const collectorUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Services extend it; nothing else reads `process.env`. */
export const baseConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Production refuses stand-ins for the payment provider and the image host unless they are allowed. */
  STAND_INS: z.enum(['allowed', 'refused']).default('refused'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Of a process at the edge: probes, metrics and documentation, which its public port does not serve. */
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** An inherited listening socket that processes share, instead of one at HOST and PORT. */
  LISTEN_FD: z.coerce.number().int().min(3).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Comma-separated, with optional `user:password@`. */
  NATS_URL: z.string().min(1),
  NATS_USER: z.string().min(1).optional(),
  NATS_PASSWORD: z.string().min(1).optional(),
  RELEASE_VERSION: z.string().min(1).optional(),
  /** The store that the process belongs to. A gateway with one sends nothing to processes of another store. */
  STORE_ID: z.string().min(1).max(64).optional(),
  /**
   * Pause between "not ready" and closing, ms: longer than a load balancer's readiness interval, else than the
   * gateway's keep-alive timeout (4 s).
   */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(200),
  /** Copies of each stream: 1, 3 or 5. By default 3 where NATS_URL names at least three servers, else 1. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  /** A command without a reply after this time, ms, is sent again, until its deadline. */
  COMMAND_ATTEMPT_MS: z.coerce.number().int().min(50).default(2_500),
  /** No command has a later deadline, ms. */
  COMMAND_DEADLINE_MS: z.coerce.number().int().min(100).default(20_000),
  /** OTLP over HTTP; without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl.optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
});

export const serviceConfig = baseConfig.extend({
  /** JWKS: verify who sends a request. The gateway alone has the private key. */
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  MONGODB_URI: mongoUri,
  MONGODB_POOL: z.coerce.number().int().min(1).max(500).default(20),
  OUTBOX_POLL_MS: z.coerce.number().int().min(50).default(1000),
});

/** At most 50 years: TTL indexes count seconds in 32 bits. */
const MAX_RETENTION_DAYS = 18_250;
/** Eight years, the longest time for which a company keeps its books (Companies Act 2013, section 128). */
export const BOOKS_RETENTION_DAYS = 2_922;

/** Setting of a `retention` rule, in days. @param minimum below it, other processes may still need the documents */
export const retentionDays = (defaultDays: number, { minimum }: { minimum: number }) =>
  z.coerce.number().int().min(minimum).max(MAX_RETENTION_DAYS).default(defaultDays);

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/** For `refine`: in production, the address of the store is https, except on this machine. */
export const publicUrlRule = {
  isMet: ({ NODE_ENV, PUBLIC_URL }: { NODE_ENV: BaseConfig['NODE_ENV']; PUBLIC_URL?: string | undefined }): boolean => {
    if (NODE_ENV !== 'production' || PUBLIC_URL === undefined) return true;
    const { protocol, hostname } = new URL(PUBLIC_URL);
    return protocol === 'https:' || LOCAL_HOSTS.includes(hostname);
  },
  issue: { path: ['PUBLIC_URL'], error: 'must be an https address in production' },
};

export type BaseConfig = z.infer<typeof baseConfig>;
export type ServiceConfig = z.infer<typeof serviceConfig>;

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const SECRET_NAME = /SECRET|PASSWORD|KEY|TOKEN|URI|URL/;

/** Empty variables count as missing. @throws ConfigurationError */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => name in schema.shape));
  const standIns = given['NODE_ENV'] === 'production' ? findStandIns(own) : new Map<string, string>();
  if (result.success && standIns.size === 0) return result.data;
  const issues = (result.error?.issues ?? []).map(
    ({ path, message }) => [path.map(String).join('.'), message] as const,
  );
  const lines = [...issues, ...standIns].map(([name, message]) => {
    const value = given[name];
    const shown = value === undefined ? 'missing' : SECRET_NAME.test(name) ? 'hidden' : JSON.stringify(value);
    return `  ${name}: ${message} (value: ${shown})`;
  });
  throw new ConfigurationError(`Invalid configuration:\n${lines.join('\n')}`);
}
