import { z } from 'zod';

const optionalUrl = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.url({ protocol: /^https?$/ }).optional(),
);
/** Shiprocket refuses webhooks whose address has one of these words. */
const FORBIDDEN_WORD = /(?:^|[./-])(?:shiprocket|kartrocket|sr|kr)(?:[./-]|$)/i;
const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
/** First digits of PIN codes, separated by commas. */
const pinPrefixes = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((list) => list.split(',').map((prefix) => prefix.trim()))
    .transform((list) => list.filter(Boolean));

const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4711),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Its own address, in links to labels and manifests. */
  PUBLIC_URL: optionalUrl,
  SHIPROCKET_EMAIL: z.string().min(1),
  SHIPROCKET_PASSWORD: z.string().min(1),
  SHIPROCKET_PICKUP_LOCATION: z.string().min(1).default('Primary'),
  SHIPROCKET_WEBHOOK_URL: optionalUrl.refine(
    (url) => !url || !FORBIDDEN_WORD.test(new URL(url).pathname),
    'Shiprocket refuses addresses with the words shiprocket, kartrocket, sr and kr',
  ),
  SHIPROCKET_WEBHOOK_KEY: z.string().default(''),
  DELHIVERY_TOKEN: z.string().min(1),
  DELHIVERY_PICKUP_LOCATION: z.string().min(1).default('Primary'),
  DELHIVERY_WEBHOOK_URL: optionalUrl,
  DELHIVERY_WEBHOOK_KEY: z.string().default(''),
  /** Pause between two steps of a parcel, ms; 0: parcels move by `/simulate/tracking` only. */
  ADVANCE_MS: milliseconds(0),
  WEBHOOK_TIMEOUT_MS: milliseconds(5_000),
  WEBHOOK_LATE_MS: milliseconds(3_000),
  UNSERVED_PINS: pinPrefixes('9'),
  NO_COD_PINS: pinPrefixes(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

export type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws {Error} that names each wrong variable and the allowed values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The stand-in of the couriers can't start with this environment:\n${problems.join('\n')}`);
}
