import { z } from 'zod';
import { eventNames } from './entities.js';

const optionalUrl = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.url({ protocol: /^https?$/ }).optional(),
);
const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4710),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1),
  /** Without it, events are stored for a replay and not sent. */
  WEBHOOK_URL: optionalUrl,
  PUBLIC_URL: optionalUrl,
  /** The events that the account has activated; others are stored and not sent. */
  WEBHOOK_EVENTS: z
    .string()
    .default(eventNames.join(','))
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(eventNames)).min(1)),
  WEBHOOK_LATE_MS: milliseconds(5_000),
  WEBHOOK_TIMEOUT_MS: milliseconds(5_000),
  /** Delays between attempts; the last one repeats. */
  WEBHOOK_RETRY_MS: z
    .string()
    .default('1000,2000,5000,10000,30000')
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().int().min(1)).min(1)),
  REFUND_PROCESS_MS: milliseconds(1_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

export type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws {Error} that names each wrong variable and the allowed values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The Razorpay stand-in can't start with this environment:\n${problems.join('\n')}`);
}
