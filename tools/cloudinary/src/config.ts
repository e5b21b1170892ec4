import { z } from 'zod';

const configSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4720),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  CLOUDINARY_CLOUD_NAME: z.string().regex(/^[\w-]+$/),
  CLOUDINARY_API_KEY: z.string().min(1),
  CLOUDINARY_API_SECRET: z.string().min(1),
  /** Prefix of `/<cloud>/image/upload/…` in the URLs of responses. */
  PUBLIC_DELIVERY_URL: z
    .preprocess((value) => (value === '' ? undefined : value), z.url({ protocol: /^https?$/ }).optional())
    .transform((url) => url?.replace(/\/+$/, '')),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

export type Config = z.infer<typeof configSchema>;

/** Reads the environment. @throws {Error} that names each wrong variable and the allowed values */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The Cloudinary stand-in can't start with this environment:\n${problems.join('\n')}`);
}
