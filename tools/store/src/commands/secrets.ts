import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { print } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { containerSecrets, standInSettings } from '../setup/container-secrets.js';

const OWNER_ONLY = 0o600;
/** One of these means that the shop has accounts of its own. */
const LIVE_ACCOUNTS = ['RAZORPAY_KEY_ID', 'CLOUDINARY_URL'];

/**
 * Adds the variables that docker compose needs and that `file` does not have; present ones are never replaced.
 * @param live without stand-ins: the keys of Razorpay and Cloudinary come from their dashboards
 * @returns the names of the added variables
 */
export function addSecrets(file: string, live: boolean): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const present = parseEnv(text);
  const standIns = live || LIVE_ACCOUNTS.some((name) => present[name]) ? {} : standInSettings();
  const missing = Object.entries({ ...containerSecrets(present), ...standIns }).filter(([name]) => !present[name]);
  const lines = missing.map(([name, value]) => `${name}='${value}'\n`);
  if (existsSync(file)) chmodSync(file, OWNER_ONLY);
  writeFileSync(file, [text, ...(text && !text.endsWith('\n') ? ['\n'] : []), ...lines].join(''), { mode: OWNER_ONLY });
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
