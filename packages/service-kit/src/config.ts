import { z } from 'zod';

const mongoUri = z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://');
const collector = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const natsUrl = z.string().min(1);

/** What every Nest process reads from its environment. Services extend it; nothing else reads `process.env`. */
export const baseConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** One address or several separated by commas; `user:password@` may stand before the host. */
  NATS_URL: natsUrl,
  /** The process's own NATS user, which may only use the process's subjects. */
  NATS_USER: z.string().min(1).optional(),
  NATS_PASSWORD: z.string().min(1).optional(),
  /** The release that this process is of; not given: the checkout's own code. */
  RELEASE_VERSION: z.string().min(1).optional(),
  /**
   * A stop waits this long after saying "not ready" before it closes anything, so that balancers have seen it, ms. Behind one that
   * only looks at readiness now and then: longer than it takes to look, and longer than the gateway keeps an idle connection (4 s).
   */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(200),
  /** On how many servers of a NATS cluster each stream lies: 1, 3 or 5. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Where traces go (OTLP over HTTP, as JSON); none are made unless given. OpenTelemetry's other variables (`OTEL_*`) hold as well. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).optional(),
  /** Signs the identity that the gateway forwards; the same in every process of one store. */
  INTERNAL_SECRET: z.string().min(16),
});

/** What every service with a database reads besides. */
export const serviceConfig = baseConfig.extend({
  MONGODB_URI: mongoUri,
  MONGODB_POOL: z.coerce.number().int().min(1).max(500).default(20),
  /** How often a forgotten outbox entry is looked for, ms. */
  OUTBOX_POLL_MS: z.coerce.number().int().min(50).default(1000),
});

export type BaseConfig = z.infer<typeof baseConfig>;
export type ServiceConfig = z.infer<typeof serviceConfig>;

/** A value in the environment that the process can't start with. The message names each variable, what it was and what it may be. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const secretLike = /SECRET|PASSWORD|KEY|TOKEN|URI|URL/;

/**
 * Reads a process's configuration once, at start.
 * @param schema what the process needs
 * @param env usually `process.env`; empty texts count as not given
 * @throws ConfigurationError naming every wrong variable (house style: a wrong value stops the start)
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.map(String).join('.');
    const value = given[name];
    const was = value === undefined ? 'not given' : secretLike.test(name) ? 'given (not shown)' : JSON.stringify(value);
    return `  ${name}: ${issue.message} (was: ${was})`;
  });
  throw new ConfigurationError(`The configuration is not right:\n${lines.join('\n')}`);
}
