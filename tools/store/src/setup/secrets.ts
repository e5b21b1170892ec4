// Generated at the first start.
import { randomBytes } from 'node:crypto';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { z } from 'zod';
import type { DataPaths } from '../paths.js';
import { readJson, writeJson } from './json-file.js';

const OWNER_ONLY = 0o600;

const accountSchema = z.object({ email: z.string(), password: z.string() });
const accountsSchema = z.object({ admin: accountSchema, shopper: accountSchema });
const secretsSchema = z.object({
  internal: z.string(),
  razorpay: z.object({ keyId: z.string(), keySecret: z.string(), webhookSecret: z.string() }),
  cloudinary: z.object({ cloudName: z.string(), apiKey: z.string(), apiSecret: z.string() }),
  nats: z.record(z.enum(natsUsers), z.string()),
});
/** A file from before a NATS user was added. */
const storedSchema = secretsSchema.extend({ nats: z.partialRecord(z.enum(natsUsers), z.string()) }).partial();

export type Accounts = z.infer<typeof accountsSchema>;
export type Secrets = z.infer<typeof secretsSchema>;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

export function accountsOf(paths: DataPaths): Accounts {
  const stored = accountsSchema.safeParse(readJson(paths.accounts));
  if (stored.success) return stored.data;
  const accounts: Accounts = {
    admin: { email: 'admin@rangavalli.example', password: random(12) },
    shopper: { email: 'shopper@rangavalli.example', password: random(12) },
  };
  writeJson(paths.accounts, accounts, OWNER_ONLY);
  return accounts;
}

export function secretsOf(paths: DataPaths): Secrets {
  const file = readJson(paths.secrets);
  const complete = secretsSchema.safeParse(file);
  if (complete.success) return complete.data;
  const { nats, ...stored } = storedSchema.safeParse(file).data ?? {};
  const secrets: Secrets = {
    internal: random(32),
    razorpay: {
      keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
      keySecret: random(24),
      webhookSecret: random(24),
    },
    cloudinary: {
      cloudName: 'rangavalli',
      apiKey: String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1'),
      apiSecret: random(20),
    },
    ...stored,
    // nats-server reads a value that begins with a digit as a number.
    nats: Object.fromEntries(
      natsUsers.map((user) => [user, nats?.[user] ?? `n${randomBytes(24).toString('hex')}`]),
    ) as Secrets['nats'],
  };
  writeJson(paths.secrets, secrets, OWNER_ONLY);
  return secrets;
}
