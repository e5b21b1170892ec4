// Generated at the first start, replaced with `npm run rotate`. While a rotation runs, the previous value is valid too.
import { createECDH, randomBytes } from 'node:crypto';
import { services } from '@rangavalli/contracts/call';
import { type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { createIdentityKeys } from '@rangavalli/service-kit/http/identity-keys';
import { z } from 'zod';
import type { DataPaths } from '../paths.js';
import { readIntactJson, writeJson } from './json-file.js';

const OWNER_ONLY = 0o600;

/** The administrator creates the users of the services, each with its own database. */
export const databaseUsers = ['admin', ...services] as const;
type DatabaseUser = (typeof databaseUsers)[number];

const slot = z.enum(['a', 'b']);
export type Slot = z.infer<typeof slot>;

/** Rotated users alternate between two names, so that both exist while processes change from one to the other. */
export const userNameIn = (name: string, current: Slot): string => (current === 'b' ? `${name}_b` : name);

const publicKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string() });
const signingKey = publicKey.extend({ d: z.string() });
export type PublicKey = z.infer<typeof publicKey>;
export type SigningKey = z.infer<typeof signingKey>;

const accountSchema = z.object({ email: z.string(), password: z.string() });
const accountsSchema = z.object({ admin: accountSchema, shopper: accountSchema });

/** Of the users of this checkout, and of those that another one added. */
const natsPasswords = z.looseRecord(z.enum(natsUsers), z.string());
const databasePasswords = z.looseRecord(z.enum(databaseUsers), z.string());
const storedPasswords = z.record(z.string(), z.string());
const storedPrevious = z.object({ slot, passwords: storedPasswords });

const secretsSchema = z.object({
  /** No secret: processes report it, so that those of another store on this machine are not taken for ours. */
  storeId: z.string(),
  /** Signs identities in the gateway; services also accept the keys in `accepted` during a rotation. */
  identity: z.object({ signing: signingKey, accepted: z.array(publicKey) }),
  razorpay: z.object({
    keyId: z.string(),
    keySecret: z.string(),
    webhookSecret: z.string(),
    previousWebhookSecret: z.string().optional(),
  }),
  cloudinary: z.object({ cloudName: z.string(), apiKey: z.string(), apiSecret: z.string() }),
  /** Of MSG91, WhatsApp and web push. */
  messages: z.object({
    authKey: z.string(),
    accessToken: z.string(),
    phoneId: z.string(),
    appSecret: z.string(),
    verifyToken: z.string(),
    vapidPublicKey: z.string(),
    vapidPrivateKey: z.string(),
  }),
  /** Accounts at the stand-in of the couriers, and the keys of its webhooks. */
  couriers: z.object({
    password: z.string(),
    token: z.string(),
    shiprocketKey: z.string(),
    delhiveryKey: z.string(),
    previous: z.object({ shiprocketKey: z.string(), delhiveryKey: z.string() }).optional(),
  }),
  nats: natsPasswords,
  natsSlot: slot,
  natsPrevious: z.object({ slot, passwords: natsPasswords }).optional(),
  database: databasePasswords,
  databaseSlot: slot,
  databasePrevious: z.object({ slot, passwords: databasePasswords }).optional(),
  /** The shell's server calls the gateway with it and has its own quota. */
  shellKey: z.string(),
  shellKeyPrevious: z.string().optional(),
  /** Signs proof-of-work challenges, in every gateway. */
  challenge: z.string(),
  challengePrevious: z.string().optional(),
  /** The user service encrypts with it what it must store and be able to read, such as keys of authenticator apps. */
  dataKey: z.string(),
  dataKeyPrevious: z.string().optional(),
  /** The user service replaces token signing keys that are older. */
  signingKeysSince: z.iso.datetime().optional(),
});
/** A file from before a secret or a user was added. */
const storedSchema = secretsSchema
  .extend({
    nats: storedPasswords,
    natsPrevious: storedPrevious,
    database: storedPasswords,
    databasePrevious: storedPrevious,
  })
  .partial();

export type Accounts = z.infer<typeof accountsSchema>;
export type Secrets = z.infer<typeof secretsSchema>;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** nats-server reads a value that begins with a digit as a number. */
const randomPassword = (): string => `n${randomBytes(24).toString('hex')}`;

/** Keeps the known passwords, also those of other users. */
const withUsers = <User extends string>(
  users: readonly User[],
  known: Partial<Record<User, string>>,
): Record<User, string> => ({
  ...(Object.fromEntries(users.map((user) => [user, randomPassword()])) as Record<User, string>),
  ...known,
});

export const createNatsPasswords = (known: Partial<Record<NatsUser, string>> = {}): Secrets['nats'] =>
  withUsers(natsUsers, known);

export const createDatabasePasswords = (known: Partial<Record<DatabaseUser, string>> = {}): Secrets['database'] =>
  withUsers(databaseUsers, known);

export const createSigningKey = (): SigningKey => signingKey.parse(JSON.parse(createIdentityKeys().privateKey));

export const createWebhookSecret = (): string => random(24);
export const createRandomKey = (): string => random(32);

/** A key pair of web push (RFC 8292). */
export function createVapidKeys(): Pick<Secrets['messages'], 'vapidPublicKey' | 'vapidPrivateKey'> {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const vapidPrivateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  return { vapidPublicKey: curve.getPublicKey().toString('base64url'), vapidPrivateKey };
}

export const publicPartOf = ({ kty, crv, x, kid }: SigningKey): PublicKey => ({ kty, crv, x, kid });

/** @throws Refusal when the file is damaged */
export function accountsOf(paths: DataPaths): Accounts {
  const stored = readIntactJson(paths.accounts, accountsSchema);
  if (stored) return stored;
  const accounts: Accounts = {
    admin: { email: 'admin@rangavalli.example', password: random(12) },
    shopper: { email: 'shopper@rangavalli.example', password: random(12) },
  };
  writeJson(paths.accounts, accounts, OWNER_ONLY);
  return accounts;
}

/** Creates secrets that are missing. @throws Refusal when the file is damaged: its secrets are not replaced */
export function secretsOf(paths: DataPaths): Secrets {
  const file = readIntactJson(paths.secrets, storedSchema);
  const complete = secretsSchema.safeParse(file);
  if (complete.success) return complete.data;
  const { nats, natsPrevious, database, databasePrevious, ...stored } = file ?? {};
  const secrets: Secrets = {
    storeId: randomBytes(8).toString('hex'),
    identity: { signing: createSigningKey(), accepted: [] },
    razorpay: {
      keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
      keySecret: random(24),
      webhookSecret: createWebhookSecret(),
    },
    cloudinary: {
      cloudName: 'rangavalli',
      apiKey: String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1'),
      apiSecret: random(20),
    },
    messages: {
      authKey: random(18),
      accessToken: random(24),
      phoneId: '100000000000001',
      appSecret: random(24),
      verifyToken: random(18),
      ...createVapidKeys(),
    },
    couriers: { password: random(16), token: random(20), shiprocketKey: random(24), delhiveryKey: random(24) },
    natsSlot: 'a',
    databaseSlot: 'a',
    shellKey: createRandomKey(),
    challenge: createRandomKey(),
    dataKey: createRandomKey(),
    ...stored,
    nats: createNatsPasswords(nats),
    ...(natsPrevious && {
      natsPrevious: { ...natsPrevious, passwords: createNatsPasswords(natsPrevious.passwords) },
    }),
    database: createDatabasePasswords(database),
    ...(databasePrevious && {
      databasePrevious: { ...databasePrevious, passwords: createDatabasePasswords(databasePrevious.passwords) },
    }),
  };
  saveSecrets(paths, secrets);
  return secrets;
}

export const saveSecrets = (paths: DataPaths, secrets: Secrets): void => writeJson(paths.secrets, secrets, OWNER_ONLY);

/** Sets the keys with which the documents of a backup were encrypted. */
export function replaceDataKeys(paths: DataPaths, keys: Pick<Secrets, 'dataKey' | 'dataKeyPrevious'>): void {
  const { dataKeyPrevious: _replaced, ...others } = secretsOf(paths);
  saveSecrets(paths, { ...others, ...keys });
}

/** A user of NATS or of the database as clients log in. */
export interface Login {
  user: string;
  password: string;
}

export const natsLogin = ({ nats, natsSlot }: Secrets, user: NatsUser): Login => ({
  user: userNameIn(user, natsSlot),
  password: nats[user],
});

/** The administrator has one name: nothing but this tool logs in with it. */
export const databaseLogin = ({ database, databaseSlot }: Secrets, user: DatabaseUser): Login => ({
  user: user === 'admin' ? user : userNameIn(user, databaseSlot),
  password: database[user],
});
