import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535),
  DATA_DIR: z.string().min(1),
  /** `documentdb`: the engine of this package. `mongod`: the MongoDB server named by MONGOD. */
  ENGINE: z.enum(['documentdb', 'mongod']).default('documentdb'),
  MONGOD: z.string().optional(),
  /** `off`: faster writes, the last moments are lost in a crash. */
  DURABLE: z.enum(['on', 'off']).default('on'),
  /** Sweep expired documents this often (seconds) instead of once a minute. */
  TTL_SECONDS: z.coerce.number().int().min(0).default(0),
  DEBUG: z.enum(['on', 'off']).default('off'),
});

export type Settings = z.infer<typeof schema>;

/** Reads the environment; throws a text that names each wrong variable and what it may be. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.')}=${env[String(path[0])] ?? '(not set)'}: ${message}`,
  );
  throw new Error(`settings:\n  ${wrong.join('\n  ')}`);
}
