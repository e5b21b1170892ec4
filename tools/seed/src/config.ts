import { readFileSync } from 'node:fs';
import { z } from 'zod';

const account = z.object({ email: z.string().min(1), password: z.string().min(1) });
type Account = z.infer<typeof account>;

const configSchema = z.object({
  API_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  /** JSON file with `{admin: {email, password}}`. */
  ACCOUNTS_FILE: z.string().optional(),
  /** JSON `{email, password}` of an account that may create products; with it, ACCOUNTS_FILE is not read. */
  SEED_ACCOUNT: z.string().optional(),
  DATA_DIR: z.string().min(1),
  /** `off`: creates nothing. */
  DEMO_PRODUCTS: z.enum(['on', 'off']).default('on'),
  /** The Cloudinary SDK reads it; checked here so that the start fails with the variable's name. */
  CLOUDINARY_URL: z.string().regex(/^cloudinary:\/\/[^:]+:[^@]+@.+/, 'must look like cloudinary://key:secret@cloud'),
});

export type Config = z.infer<typeof configSchema>;

/** @throws TypeError that names each wrong variable */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = configSchema.safeParse(given);
  if (!data) throw new TypeError(`The seed cannot start: ${z.prettifyError(error)}`);
  return data;
}

/** Returns undefined where none is given. @throws TypeError for a wrong one, without its password */
export function readAccount({ SEED_ACCOUNT, ACCOUNTS_FILE }: Config): Account | undefined {
  if (SEED_ACCOUNT === undefined && ACCOUNTS_FILE === undefined) return undefined;
  const source = SEED_ACCOUNT === undefined ? `ACCOUNTS_FILE (${ACCOUNTS_FILE})` : 'SEED_ACCOUNT';
  const value = parseJson(SEED_ACCOUNT ?? readFileSync(ACCOUNTS_FILE ?? '', 'utf8'));
  const { data, error } = account.safeParse(SEED_ACCOUNT ? value : (value as { admin?: unknown } | undefined)?.admin);
  if (!data) throw new TypeError(`${source} has no account: ${z.prettifyError(error)}`);
  return data;
}

/** The message of a SyntaxError quotes the text, which has passwords. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
