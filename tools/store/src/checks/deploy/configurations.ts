import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig as validateConfig } from '@rangavalli/service-kit/config';
import type { z } from 'zod';
import { ROOT } from '../../paths.js';
import type { Deployed } from './slices.js';

const built = async (file: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(path.join(ROOT, file)).href)) as Record<string, unknown>;

/** Throws for invalid variables. @returns the variables of the slice's schema; a remote has none */
export async function checkEnvironment(
  { name, folder, kind }: Deployed,
  env: Record<string, string>,
): Promise<string[] | null> {
  if (kind === 'remote') return null;
  if (kind === 'shell' || kind === 'stand-in') {
    const module = await built(kind === 'shell' ? 'shell/dist/server/config.js' : `${folder}/dist/config.js`);
    const readConfig = module['readConfig'] as (env: Record<string, string>) => { remotes?: Record<string, string> };
    const config = readConfig(env);
    return [...Object.keys(config), ...Object.keys(config.remotes ?? {}).map((name) => `${name.toUpperCase()}_URL`)];
  }
  const { [`${name}Service`]: definition } = (await built(`${folder}/dist/${name}.service-definition.js`)) as Record<
    string,
    { config: z.ZodObject }
  >;
  if (!definition) throw new Error(`${folder} exports no ${name}Service`);
  validateConfig(definition.config, env);
  return Object.keys(definition.config.shape);
}

/** Returns the variables of `env` without which a slice does not start, with NODE_ENV=production as in its image. */
export async function requiredVariables(slice: Deployed, env: Record<string, string>): Promise<string[]> {
  const required: string[] = [];
  for (const name of Object.keys(env)) {
    const { [name]: _removed, ...others } = env;
    await checkEnvironment(slice, others).catch((error: Error) => {
      if (!error.message.includes(name)) throw error;
      required.push(name);
    });
  }
  return required;
}
