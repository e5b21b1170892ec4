import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import { ROOT } from './paths.js';
import { STAND_IN_PROFILE, standInSettings } from './setup/container-secrets.js';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Public address of the storefront, when it isn't `http://localhost:PORT`. */
  PUBLIC_URL: z.url().optional(),
  ONLY: z.string().optional(),
  REPLICAS: z.coerce.number().int().min(1).max(8).default(1),
  /** `compiled` runs the compiler's output, which `npm run dev` watches. */
  PROGRAMS: z.enum(['bundled', 'compiled']).default('bundled'),
  NODE_PROGRAM: z.string().optional(),
  /** Folder of the code that V8 compiled for the programs, which several stores of one checkout may share. */
  CODE_CACHE_DIR: z.string().optional(),
  NATS_URL: z.string().optional(),
  MONGODB_URI: z.string().optional(),
  /** Messages: with a key of MSG91 or WhatsApp, no stand-in runs and the other variables are passed on as they are. */
  MSG91_AUTH_KEY: z.string().optional(),
  WHATSAPP_ACCESS_TOKEN: z.string().optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  /** Accepted too while a rotation runs. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  CLOUDINARY_URL: z.string().optional(),
  SHIPROCKET_EMAIL: z.string().optional(),
  SHIPROCKET_PASSWORD: z.string().optional(),
  SHIPROCKET_PICKUP_LOCATION: z.string().optional(),
  SHIPROCKET_WEBHOOK_KEY: z.string().optional(),
  /** Accepted too while a rotation runs. */
  SHIPROCKET_WEBHOOK_KEY_PREVIOUS: z.string().optional(),
  DELHIVERY_TOKEN: z.string().optional(),
  DELHIVERY_PICKUP_LOCATION: z.string().optional(),
  DELHIVERY_WEBHOOK_KEY: z.string().optional(),
  /** Accepted too while a rotation runs. */
  DELHIVERY_WEBHOOK_KEY_PREVIOUS: z.string().optional(),
  /** With NODE_ENV=production, stand-ins for Razorpay, couriers and Cloudinary are refused unless they are allowed. */
  STAND_INS: z.enum(['allowed', 'refused']).default('refused'),
  /** One key a line, the first of which encrypts; by default a file of DATA_DIR. */
  BACKUP_KEY_FILE: z.string().optional(),
});

export type StoreSettings = z.infer<typeof schema>;

/** The environment wins over `.env`. Throws a Refusal that names invalid settings. */
export function readSettings(): StoreSettings {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  // Their addresses exist between containers only.
  if (process.env['COMPOSE_PROFILES'] === STAND_IN_PROFILE)
    for (const name of Object.keys(standInSettings())) delete process.env[name];
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path: [name = ''], message }) => `  ${String(name)}=${given[String(name)] ?? ''}: ${message}`,
  );
  throw new Refusal(`Invalid settings:\n${lines.join('\n')}`);
}
