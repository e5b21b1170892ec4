import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from './paths.js';
import { Refusal } from './report.js';

const level = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

const schema = z.object({
  /** Port of the storefront; all others are free ones. */
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  /** Address the gateway listens on; by default all of the machine's. */
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: level.default('info'),
  /** Address that shoppers see, when it isn't `http://localhost:PORT`. */
  PUBLIC_URL: z.url().optional(),
  /** Names of the processes to start, separated by commas; by default all. */
  ONLY: z.string().optional(),
  /** So many processes of each service. */
  REPLICAS: z.coerce.number().int().min(1).max(8).default(1),
  /** What processes run: one file each, or as the compiler has written them, which `npm run dev` follows. */
  PROGRAMS: z.enum(['bundled', 'compiled']).default('bundled'),
  /** Another Node for the store's processes than the one that is found for them. */
  NODE_PROGRAM: z.string().optional(),
  NATS_URL: z.string().optional(),
  MONGODB_URI: z.string().optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  CLOUDINARY_URL: z.string().optional(),
});

export type StoreSettings = z.infer<typeof schema>;

/** Reads `.env` at the root (what is set already wins) and the environment. Throws a Refusal naming what is wrong. */
export function readSettings(): StoreSettings {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path: [name = ''], message }) => `  ${String(name)}=${given[String(name)] ?? ''}: ${message}`,
  );
  throw new Refusal(`The settings are not right:\n${lines.join('\n')}`);
}
