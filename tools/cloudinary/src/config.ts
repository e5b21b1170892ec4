import { z } from 'zod';

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** Everything the stand-in reads from the environment. */
const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4720),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  CLOUDINARY_CLOUD_NAME: z.string().regex(/^[\w-]+$/),
  CLOUDINARY_API_KEY: z.string().min(1),
  CLOUDINARY_API_SECRET: z.string().min(1),
  /** What stands before `/<cloud>/image/upload/…` in the addresses that uploads answer with. */
  PUBLIC_DELIVERY_URL: z
    .preprocess(emptyIsAbsent, z.url({ protocol: /^https?$/ }).optional())
    .transform((url) => url?.replace(/\/+$/, '')),
  /** Names of the unsigned upload presets, separated by commas. */
  UPLOAD_PRESETS: z
    .string()
    .default('rangavalli')
    .transform(
      (list) =>
        new Set(
          list
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        ),
    ),
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
  throw new Error(`The Cloudinary stand-in can't start with this environment:\n${problems.join('\n')}`);
}
