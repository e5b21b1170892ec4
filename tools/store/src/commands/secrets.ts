import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { print } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { containerSecrets, usedStandInSettings } from '../setup/container-secrets.js';
import { replaceFile } from '../setup/replace-file.js';

const OWNER_ONLY = 0o600;
/** Keys that are replaced when the other key of their pair is missing. Another machine may sign the releases. */
const PAIRED: Readonly<Record<string, string>> = {
  IDENTITY_PUBLIC_KEYS: 'IDENTITY_PRIVATE_KEY',
  VAPID_PUBLIC_KEY: 'VAPID_PRIVATE_KEY',
  VAPID_PRIVATE_KEY: 'VAPID_PUBLIC_KEY',
};

/**
 * Adds the variables that docker compose needs and that `file` does not have. Present ones are never replaced, except a
 * key without the other one of its pair.
 * @param live without stand-ins: the keys of Razorpay and Cloudinary come from their dashboards
 * @returns the names of the added variables
 */
export function addSecrets(file: string, live: boolean): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const all = parseEnv(text);
  const present = Object.fromEntries(Object.entries(all).filter(([name]) => !PAIRED[name] || all[PAIRED[name]]));
  const wanted = { ...containerSecrets(present), ...(live ? {} : usedStandInSettings(present)) };
  const missing = Object.entries(wanted).filter(([name]) => !present[name]);
  if (existsSync(file)) chmodSync(file, OWNER_ONLY);
  if (missing.length === 0) return [];
  const kept = missing
    .filter(([name]) => all[name])
    .reduce((rest, [name]) => rest.replace(new RegExp(`^${name}=.*\n?`, 'm'), ''), text);
  const lines = missing.map(([name, value]) => `${name}='${value}'\n`);
  replaceFile(file, [kept, ...(kept && !kept.endsWith('\n') ? ['\n'] : []), ...lines].join(''), OWNER_ONLY);
  return missing.map(([name]) => name);
}

/** `npm run secrets [-- --live]` writes what docker compose needs to `.env`, which only its owner can read. */
export function secretsCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { live: { type: 'boolean', default: false } } });
  const file = path.join(ROOT, '.env');
  const added = addSecrets(file, values.live);
  print(added.length === 0 ? '.env has every secret; nothing was changed' : `.env: added ${added.length} variables`);
  const { COMPOSE_PROFILES, RAZORPAY_KEY_ID } = parseEnv(readFileSync(file, 'utf8'));
  if (COMPOSE_PROFILES === undefined && !RAZORPAY_KEY_ID)
    print('Add the keys of Razorpay and Cloudinary to .env, as .env.example describes.');
  print('Now: docker compose up --build');
  return Promise.resolve();
}
