// Made once for each store and kept beside its data, readable by their owner only.
import { randomBytes } from 'node:crypto';
import { type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { z } from 'zod';
import type { DataPaths } from '../paths.js';
import { readJson, writeJson } from './json-file.js';

const OWNER_ONLY = 0o600;

const accountSchema = z.object({ email: z.string(), password: z.string() });
const accountsSchema = z.object({ admin: accountSchema, shopper: accountSchema });
const secretsSchema = z.object({
  /** Between gateway and services. */
  internal: z.string(),
  razorpay: z.object({ keyId: z.string(), keySecret: z.string(), webhookSecret: z.string() }),
  cloudinary: z.object({ cloudName: z.string(), apiKey: z.string(), apiSecret: z.string() }),
  /** Passwords of the NATS users. */
  nats: z.record(z.enum(natsUsers), z.string()),
});

const keptSchema = secretsSchema.extend({ nats: z.partialRecord(z.enum(natsUsers), z.string()) }).partial();

export type Accounts = z.infer<typeof accountsSchema>;
export type Secrets = z.infer<typeof secretsSchema>;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** The two accounts of a store; their passwords are generated at its first start. */
export function accountsOf(paths: DataPaths): Accounts {
  const kept = accountsSchema.safeParse(readJson(paths.accounts));
  if (kept.success) return kept.data;
  const accounts: Accounts = {
    admin: { email: 'admin@rangavalli.example', password: random(12) },
    shopper: { email: 'shopper@rangavalli.example', password: random(12) },
  };
  writeJson(paths.accounts, accounts, OWNER_ONLY);
  return accounts;
}

/** nats-server reads them from its environment, where a value must begin with a letter to be a text. */
const natsPasswords = (kept: Partial<Record<NatsUser, string>> = {}): Record<NatsUser, string> =>
  Object.fromEntries(natsUsers.map((user) => [user, kept[user] ?? `n${randomBytes(24).toString('hex')}`])) as Record<
    NatsUser,
    string
  >;

/**
 * Secrets between the processes of a store and for its stand-ins. A store of an earlier release keeps those that it
 * has and gets what it lacks.
 */
export function secretsOf(paths: DataPaths): Secrets {
  const file = readJson(paths.secrets);
  const complete = secretsSchema.safeParse(file);
  if (complete.success) return complete.data;
  const kept = keptSchema.safeParse(file).data ?? {};
  const secrets: Secrets = {
    internal: kept.internal ?? random(32),
    razorpay: kept.razorpay ?? {
      keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
      keySecret: random(24),
      webhookSecret: random(24),
    },
    cloudinary: kept.cloudinary ?? {
      cloudName: 'rangavalli',
      apiKey: String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1'),
      apiSecret: random(20),
    },
    nats: natsPasswords(kept.nats),
  };
  writeJson(paths.secrets, secrets, OWNER_ONLY);
  return secrets;
}
