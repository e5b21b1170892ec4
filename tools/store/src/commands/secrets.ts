import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print, Refusal } from '@rangavalli/build-kit/command/report';
import { ROOT } from '../paths.js';
import { containerSecrets, standInSettings } from '../setup/container-secrets.js';

const PASSWORD_BYTES = 12;

function create(file: string, content: string): void {
  // Fails where the file exists: present secrets are never replaced.
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  print(`created ${path.relative(ROOT, file)}`);
}

/** `npm run secrets [-- --stand-ins]` writes `.env` and `accounts.json` for docker compose. */
export function secretsCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'stand-ins': { type: 'boolean' } } });
  const [env, accounts] = ['.env', 'accounts.json'].map((name) => path.join(ROOT, name)) as [string, string];
  for (const file of [env, accounts])
    if (existsSync(file)) throw new Refusal(`${file} exists. Move it away first; nothing was changed.`);
  const settings = { ...containerSecrets(), ...(values['stand-ins'] ? standInSettings() : {}) };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  create(env, [...lines, 'ACCOUNTS_FILE=./accounts.json\n'].join(''));
  const account = (name: string) => ({
    email: `${name}@shop.example`,
    password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  });
  create(accounts, `${JSON.stringify({ admin: account('admin'), shopper: account('shopper') }, null, 2)}\n`);
  if (!values['stand-ins'])
    print(
      'Add the keys of Razorpay and Cloudinary to .env, as .env.example describes, then: docker compose up --build',
    );
  else print('Now: docker compose --profile stand-ins up --build');
  return Promise.resolve();
}
