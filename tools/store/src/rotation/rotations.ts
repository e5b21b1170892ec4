// Replaces secrets while the store runs. At every moment what a process uses is accepted by what it talks to: first the
// next value is accepted, then processes change to it one after the other, then the previous one ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { type ServiceName, services } from '@rangavalli/contracts/call';
import {
  createDatabasePasswords,
  createNatsPasswords,
  createRandomKey,
  createSigningKey,
  createWebhookSecret,
  publicPartOf,
  type Secrets,
  type Slot,
} from '../setup/secrets.js';

/** An identity that the gateway has signed is valid for this time, with a margin for clocks. */
const IDENTITY_OVERLAP_MS = 40_000;

export type Changing = ServiceName | 'gateway' | 'shell' | 'razorpay' | 'couriers';

export interface RotatedStore {
  secrets(): Secrets;
  /** Saves the change, makes NATS and the database accept it, then starts these processes again. */
  apply(change: Partial<Secrets>, processes: readonly Changing[]): Promise<void>;
  /** Payments are made with Razorpay's own keys, which are not in `secrets.json`. */
  hasLivePayments: boolean;
  /** An account at a courier, whose webhook keys are in `.env`. */
  hasLiveCouriers: boolean;
  /** NATS runs elsewhere, with users and passwords that are changed there. */
  hasOwnNats: boolean;
  print(line: string): void;
  overlapMs?: number;
}

const otherSlot = (slot: Slot): Slot => (slot === 'a' ? 'b' : 'a');
const clients = [...services, 'gateway'] as const;

/** Identities between gateway and services. */
async function rotateIdentityKey(store: RotatedStore): Promise<void> {
  const { signing, accepted } = store.secrets().identity;
  // Interrupted: the gateway may still sign with the key before this one.
  if (accepted.length > 0) await store.apply({}, ['gateway']);
  const next = createSigningKey();
  await store.apply({ identity: { signing, accepted: [publicPartOf(next)] } }, services);
  await store.apply({ identity: { signing: next, accepted: [publicPartOf(signing)] } }, ['gateway']);
  await sleep(store.overlapMs ?? IDENTITY_OVERLAP_MS);
  await store.apply({ identity: { signing: next, accepted: [] } }, services);
}

/** Access tokens. The user service publishes its next key two minutes before it signs with it. */
async function rotateTokenKey(store: RotatedStore): Promise<void> {
  await store.apply({ signingKeysSince: new Date().toISOString() }, ['user']);
  store.print('The next key signs in two minutes. Tokens of the previous one stay valid until they expire.');
}

/** @throws Refusal for a NATS server elsewhere: its users are changed there */
async function rotateNatsPasswords(store: RotatedStore): Promise<void> {
  if (store.hasOwnNats)
    throw new Refusal(`The passwords of the NATS server at NATS_URL are changed there. Then, for each process:
  1. in .env: NATS_PASSWORD_<PROCESS>=<the next one>, or user and password in NATS_URL
  2. start the store again`);
  const { nats, natsSlot, natsPrevious } = store.secrets();
  const next = {
    nats: createNatsPasswords(),
    natsSlot: otherSlot(natsSlot),
    natsPrevious: { slot: natsSlot, passwords: nats },
  };
  // An interrupted rotation is completed: some processes may still log in with the previous passwords.
  await store.apply(natsPrevious ? {} : next, clients);
  await store.apply({ natsPrevious: undefined }, []);
}

async function rotateDatabasePasswords(store: RotatedStore): Promise<void> {
  const { database, databaseSlot, databasePrevious } = store.secrets();
  const next = {
    database: createDatabasePasswords(),
    databaseSlot: otherSlot(databaseSlot),
    databasePrevious: { slot: databaseSlot, passwords: database },
  };
  await store.apply(databasePrevious ? {} : next, services);
  await store.apply({ databasePrevious: undefined }, []);
}

/** @throws Refusal with the steps for a secret that Razorpay has too */
function requireStandIn({ hasLivePayments }: RotatedStore): void {
  if (!hasLivePayments) return;
  throw new Refusal(`The webhook secret is yours and Razorpay's. To replace it:
  1. in .env: RAZORPAY_WEBHOOK_SECRET_PREVIOUS=<the present one>, RAZORPAY_WEBHOOK_SECRET=<the next one>
  2. start the store again
  3. set the next one in Razorpay's dashboard (Settings, Webhooks)
  4. after a day, remove RAZORPAY_WEBHOOK_SECRET_PREVIOUS and start the store again`);
}

/** Webhooks. Razorpay delivers failed ones again for a day, so the previous secret ends by a command of its own. */
async function rotateWebhookSecret(store: RotatedStore): Promise<void> {
  requireStandIn(store);
  const { razorpay } = store.secrets();
  const next = createWebhookSecret();
  // The payment service accepts both before anything is signed with the next one.
  const change = { razorpay: { ...razorpay, webhookSecret: next, previousWebhookSecret: razorpay.webhookSecret } };
  await store.apply(change, ['payment']);
  await store.apply(change, ['razorpay']);
  store.print('The previous secret is still accepted. To end it: npm run rotate -- webhook --finish');
}

async function finishWebhookSecret(store: RotatedStore): Promise<void> {
  requireStandIn(store);
  const { previousWebhookSecret: _ended, ...razorpay } = store.secrets().razorpay;
  await store.apply({ razorpay }, ['payment']);
}

/**
 * Webhooks of both couriers. An interrupted rotation is completed.
 * @throws Refusal with the steps for a key that a courier has too
 */
async function rotateCourierKeys(store: RotatedStore): Promise<void> {
  if (store.hasLiveCouriers)
    throw new Refusal(`A webhook key is yours and the courier's. To replace that of Shiprocket, or DELHIVERY_… likewise:
  1. in .env: SHIPROCKET_WEBHOOK_KEY_PREVIOUS=<the present one>, SHIPROCKET_WEBHOOK_KEY=<the next one>
  2. start the store again
  3. set the next one in Shiprocket's panel, or agree on it with Delhivery
  4. when the courier uses it, remove SHIPROCKET_WEBHOOK_KEY_PREVIOUS and start the store again`);
  const { previous, ...couriers } = store.secrets().couriers;
  const { shiprocketKey, delhiveryKey } = couriers;
  const next = { shiprocketKey: createWebhookSecret(), delhiveryKey: createWebhookSecret() };
  const change = { couriers: { ...couriers, ...next, previous: { shiprocketKey, delhiveryKey } } };
  // The fulfilment service accepts both before the stand-in sends the next ones.
  await store.apply(previous ? {} : change, ['fulfilment', 'couriers']);
  await store.apply({ couriers: { ...store.secrets().couriers, previous: undefined } }, ['fulfilment']);
}

async function rotateShellKey(store: RotatedStore): Promise<void> {
  const { shellKey, shellKeyPrevious } = store.secrets();
  const next = { shellKey: createRandomKey(), shellKeyPrevious: shellKey };
  // An interrupted rotation is completed: the shell may still call with the previous key.
  await store.apply(shellKeyPrevious ? {} : next, ['gateway', 'shell']);
  await store.apply({ shellKeyPrevious: undefined }, ['gateway']);
}

/** Browsers hold challenges for minutes, so the previous secret ends by a command of its own. */
async function rotateChallengeSecret(store: RotatedStore): Promise<void> {
  const { challenge } = store.secrets();
  await store.apply({ challenge: createRandomKey(), challengePrevious: challenge }, ['gateway']);
  store.print('Challenges of the previous secret are still accepted. After ten minutes, to end it:');
  store.print('npm run rotate -- challenge --finish');
}

const finishChallengeSecret = (store: RotatedStore): Promise<void> =>
  store.apply({ challengePrevious: undefined }, ['gateway']);

/**
 * What the user service has encrypted. Only `--finish` ends the previous key.
 * @throws Refusal before the previous rotation is finished: records that only its key can read would be lost
 */
async function rotateDataKey(store: RotatedStore): Promise<void> {
  const { dataKey, dataKeyPrevious } = store.secrets();
  if (dataKeyPrevious) throw new Refusal('Finish the previous rotation first: npm run rotate -- data --finish');
  const next = createRandomKey();
  // Every process can read with the next key before one writes with it.
  await store.apply({ dataKeyPrevious: next }, ['user']);
  await store.apply({ dataKey: next, dataKeyPrevious: dataKey }, ['user']);
  store.print('The previous key still reads what it has encrypted. To end it: npm run rotate -- data --finish');
}

/** A start of the user service replaces the previous key's values: once more, for those written during the change. */
async function finishDataKey(store: RotatedStore): Promise<void> {
  await store.apply({}, ['user']);
  await store.apply({ dataKeyPrevious: undefined }, ['user']);
}

export interface Rotation {
  what: string;
  /** A process that must run: otherwise it keeps the previous password, or data that only the previous key can read. */
  needs?: 'database' | 'user';
  begin: (store: RotatedStore) => Promise<void>;
  finish?: (store: RotatedStore) => Promise<void>;
}

export const rotations: Readonly<Record<string, Rotation>> = {
  internal: { what: 'the key that signs identities between gateway and services', begin: rotateIdentityKey },
  jwt: { what: 'the key that signs access tokens', begin: rotateTokenKey },
  webhook: {
    what: "the secret of Razorpay's webhooks",
    begin: rotateWebhookSecret,
    finish: finishWebhookSecret,
  },
  couriers: { what: "the keys of the couriers' webhooks", begin: rotateCourierKeys },
  nats: { what: 'the passwords of NATS', begin: rotateNatsPasswords },
  database: { what: 'the passwords of the database', needs: 'database', begin: rotateDatabasePasswords },
  shell: { what: "the key of the shell's server at the gateway", begin: rotateShellKey },
  challenge: {
    what: 'the secret of proof-of-work challenges',
    begin: rotateChallengeSecret,
    finish: finishChallengeSecret,
  },
  data: { what: 'the key of encrypted data', needs: 'user', begin: rotateDataKey, finish: finishDataKey },
};
