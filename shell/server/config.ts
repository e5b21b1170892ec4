import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().default('127.0.0.1'),
  /** `/design`, the page of all parts in all states, and the switch that shows the slices are there unless this is `production`. */
  NODE_ENV: z.string().default('development'),
  /** The release that this process is of; not given: what its package says. */
  RELEASE_VERSION: z
    .string()
    .regex(/^[\w.+-]+$/, 'may hold letters, digits, . + - _')
    .optional(),
  /** `off`: browsers that have the service worker let go of it, and of all that it has kept, at their next page. */
  SERVICE_WORKER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** The storefront's own address, for canonical links and the sitemap. */
  PUBLIC_URL: address.optional(),
  /** The gateway's API, which names the products for the sitemap and for shared links. */
  API_URL: address.optional(),
  /** Where each remote's files are served; a remote whose address is not given is left out of the registry. */
  ...byAddress(remoteSlices, address.optional()),
});

export type ShellConfig = z.infer<typeof schema>;

/** Reads the shell's settings once; a wrong one stops the start, named with what it was. */
export function readConfig(environment: NodeJS.ProcessEnv): ShellConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    console.error(`${path.join('.')} is ${JSON.stringify(given[String(path[0])])}: ${message}`);
  }
  return process.exit(1);
}
