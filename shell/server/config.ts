import type { RemoteName } from '@rangavalli/contracts/fragments';
import { ROLLBACK_WINDOW_DAYS } from '@rangavalli/contracts/rollback-window';
import { z } from 'zod';
import { releaseKeys } from './releases/release-signature.js';

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const REMOTE_URL = /^(MF_[A-Z0-9_]+)_URL$/;

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().default('127.0.0.1'),
  /** `production` hides `/design` and the boundary switch. */
  NODE_ENV: z.string().default('development'),
  RELEASE_VERSION: z
    .string()
    .regex(/^[\w.+-]+$/, 'may contain only a-z, 0-9, . + - _')
    .optional(),
  /** `off` unregisters the service worker from every browser that has it. */
  SERVICE_WORKER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** Folder of kept releases of the shell, whose files open pages still load. */
  RELEASE_STORE: z
    .string()
    .refine((place) => !place.includes('://'), 'must be a folder')
    .optional(),
  PUBLIC_URL: url.optional(),
  API_URL: url.optional(),
  /** Gives the shell's calls a quota of their own at the gateway. */
  SHELL_API_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  PAGE_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(32 * 1024 * 1024),
  /** Share of page loads whose speed browsers measure and report, 0 to 1. */
  WEB_VITALS_SAMPLE: z.coerce.number().min(0).max(1).default(0.1),
  /** JWKS (Ed25519) of those who may release remotes. Without it releases need no signature. */
  RELEASE_PUBLIC_KEYS: releaseKeys.optional(),
  /** Links select older releases of a remote only while they are live or a canary. */
  ROLLBACK_WINDOW_DAYS: z.coerce.number().min(0).default(ROLLBACK_WINDOW_DAYS),
});

export type ShellConfig = z.infer<typeof schema> & { remotes: Partial<Record<RemoteName, string>> };

export function readConfig(environment: NodeJS.ProcessEnv): ShellConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const remoteVariables = Object.keys(given).filter((name) => REMOTE_URL.test(name));
  const remoteUrls = Object.fromEntries(remoteVariables.map((name) => [name, url]));
  const { data, error } = z
    .object({ ...schema.shape, ...remoteUrls })
    .refine(({ NODE_ENV, RELEASE_PUBLIC_KEYS }) => NODE_ENV !== 'production' || RELEASE_PUBLIC_KEYS, {
      path: ['RELEASE_PUBLIC_KEYS'],
      error: 'is needed in production',
    })
    .safeParse(given);
  if (data) {
    const remotes = remoteVariables.map((name) => [name.replace(REMOTE_URL, '$1').toLowerCase(), given[name]]);
    return { ...data, remotes: Object.fromEntries(remotes) as ShellConfig['remotes'] };
  }
  for (const { path, message } of error.issues) {
    const [name = ''] = path.map(String);
    const value = /KEY/.test(name) && given[name] !== undefined ? 'hidden' : JSON.stringify(given[name]);
    console.error(`${path.join('.')} is ${value}: ${message}`);
  }
  return process.exit(1);
}
