import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4720),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  MSG91_AUTH_KEY: z.string().min(1),
  WHATSAPP_ACCESS_TOKEN: z.string().min(1),
  WHATSAPP_PHONE_ID: z.string().regex(/^\d+$/),
  WHATSAPP_APP_SECRET: z.string().min(1),
  /** Without it, no statuses are sent. */
  WHATSAPP_WEBHOOK_URL: z.preprocess((value) => (value === '' ? undefined : value), z.url().optional()),
  /** From the acceptance to each status. */
  STATUS_DELAY_MS: milliseconds(300),
  WEBHOOK_RETRY_MS: milliseconds(1_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

export type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws {Error} that names each wrong variable */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The message stand-in can't start with this environment:\n${problems.join('\n')}`);
}
