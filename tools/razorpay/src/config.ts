import { z } from 'zod';
import { eventNames } from './entities.js';

const url = z.url({ protocol: /^https?$/ });
const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** Everything the stand-in reads from the environment. Times are milliseconds. */
const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4710),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** Where events are posted. Absent: events are kept, and can be replayed, but nothing is sent. */
  WEBHOOK_URL: z.preprocess(emptyIsAbsent, url.optional()),
  /** The address at which browsers reach the stand-in, where it differs from HOST and PORT. */
  PUBLIC_URL: z.preprocess(emptyIsAbsent, url.optional()),
  /** The events that the account has activated for its webhook, as on Razorpay's dashboard; the others are kept and not sent. */
  WEBHOOK_EVENTS: z
    .string()
    .default(eventNames.join(','))
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(eventNames)).min(1)),
  WEBHOOK_LATE_MS: milliseconds(5_000),
  WEBHOOK_TIMEOUT_MS: milliseconds(5_000),
  /** Waits between attempts; the last one repeats until a day has passed, when Razorpay gives up too. */
  WEBHOOK_RETRY_MS: z
    .string()
    .default('1000,2000,5000,10000,30000')
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().int().min(1)).min(1)),
  REFUND_PROCESS_MS: milliseconds(1_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

export type Config = z.infer<typeof configSchema>;

/**
 * Reads the configuration once, at start.
 * @throws {Error} that names each wrong variable and what it may be
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The Razorpay stand-in can't start with this environment:\n${problems.join('\n')}`);
}
