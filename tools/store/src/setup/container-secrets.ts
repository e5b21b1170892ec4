// The secrets that containers need, as the lines of their `.env`. None of them has a default.
import { randomBytes } from 'node:crypto';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { notificationKindNames } from '@rangavalli/contracts/notification-kinds';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import {
  createDatabasePasswords,
  createNatsPasswords,
  createRandomKey,
  createSigningKey,
  createVapidKeys,
  createWebhookSecret,
  databaseUsers,
  publicPartOf,
  type SigningKey,
} from './secrets.js';

const KEY_FILE_BYTES = 96;
const ACCOUNT_PASSWORD_BYTES = 12;
const STAND_IN_CLOUD = 'rangavalli';
const IMAGE_HOST = 'http://cloudinary:3000';
/** Starts the stand-ins' containers; `npm start` has its own. */
export const STAND_IN_PROFILE = 'stand-ins';

export const databasePasswordVariable = (user: (typeof databaseUsers)[number]): string =>
  `MONGO_PASSWORD_${user.toUpperCase()}`;

type Variables = Readonly<Record<string, string | undefined>>;

/** A public key alone stays: its private key is kept elsewhere. */
function keyPair(privateName: string, publicName: string, present: Variables): Record<string, string> {
  if (present[publicName]) return {};
  const given = present[privateName];
  const key = given ? (JSON.parse(given) as SigningKey) : createSigningKey();
  return { [privateName]: JSON.stringify(key), [publicName]: JSON.stringify({ keys: [publicPartOf(key)] }) };
}

const account = (name: string) => ({
  email: `${name}@shop.example`,
  password: randomBytes(ACCOUNT_PASSWORD_BYTES).toString('base64url'),
});

/**
 * Returns the store's own secrets; those of Razorpay and Cloudinary come from their dashboards.
 * @param present variables that exist, whose private keys are kept
 */
export function containerSecrets(present: Variables = {}): Record<string, string> {
  const nats = createNatsPasswords();
  const database = createDatabasePasswords();
  return {
    ...Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), nats[user]])),
    ...Object.fromEntries(databaseUsers.map((user) => [databasePasswordVariable(user), database[user]])),
    MONGO_REPLICA_KEY: randomBytes(KEY_FILE_BYTES).toString('base64'),
    ...keyPair('IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEYS', present),
    ...keyPair('RELEASE_SIGNING_KEY', 'RELEASE_PUBLIC_KEYS', present),
    SHELL_API_KEY: createRandomKey(),
    CHALLENGE_SECRET: createRandomKey(),
    DATA_KEY: createRandomKey(),
    ACCOUNTS: JSON.stringify({ admin: account('admin'), shopper: account('shopper') }),
  };
}

/** Returns the key and secret of the image host, as they are in `CLOUDINARY_URL`, which containers use. */
function imageHostLogin({ CLOUDINARY_URL, CLOUDINARY_API_KEY, CLOUDINARY_API_SECRET }: Variables) {
  const url = URL.parse(CLOUDINARY_URL ?? '');
  return {
    key: url?.username || CLOUDINARY_API_KEY || String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1'),
    secret: url?.password || CLOUDINARY_API_SECRET || createRandomKey(),
  };
}

/**
 * Returns the settings of the stand-ins for Razorpay, couriers, messages and Cloudinary, with the demo products. Each
 * kind of message has a template of its own name.
 * @param present variables that exist, with the shop's address and the image host's key
 */
export function standInSettings(present: Variables = {}): Record<string, string> {
  const { key, secret } = imageHostLogin(present);
  const templates = JSON.stringify(Object.fromEntries(notificationKindNames.map((kind) => [kind, kind])));
  const { vapidPublicKey, vapidPrivateKey } = createVapidKeys();
  return {
    COMPOSE_PROFILES: STAND_IN_PROFILE,
    STAND_INS: 'allowed',
    RAZORPAY_KEY_ID: `rzp_test_${randomBytes(7).toString('hex')}`,
    RAZORPAY_KEY_SECRET: createRandomKey(),
    RAZORPAY_WEBHOOK_SECRET: createWebhookSecret(),
    RAZORPAY_API_URL: 'http://razorpay:3000',
    RAZORPAY_CHECKOUT_URL: 'http://localhost:8081/v1/checkout.js',
    SHIPROCKET_EMAIL: 'api@rangavalli.example',
    SHIPROCKET_PASSWORD: createRandomKey(),
    SHIPROCKET_API_URL: 'http://couriers:3000',
    SHIPROCKET_WEBHOOK_KEY: createWebhookSecret(),
    DELHIVERY_TOKEN: createRandomKey(),
    DELHIVERY_API_URL: 'http://couriers:3000',
    DELHIVERY_WEBHOOK_KEY: createWebhookSecret(),
    MSG91_AUTH_KEY: createRandomKey(),
    MSG91_API_URL: 'http://messages:3000',
    SMS_TEMPLATES: templates,
    WHATSAPP_ACCESS_TOKEN: createRandomKey(),
    WHATSAPP_PHONE_ID: '100000000000001',
    WHATSAPP_API_URL: 'http://messages:3000/v23.0',
    WHATSAPP_TEMPLATES: templates,
    WHATSAPP_APP_SECRET: createWebhookSecret(),
    WHATSAPP_VERIFY_TOKEN: createRandomKey(),
    VAPID_PUBLIC_KEY: vapidPublicKey,
    VAPID_PRIVATE_KEY: vapidPrivateKey,
    PUSH_HOSTS: 'messages:3000',
    CLOUDINARY_API_KEY: key,
    CLOUDINARY_API_SECRET: secret,
    CLOUDINARY_URL: `cloudinary://${key}:${secret}@${STAND_IN_CLOUD}?upload_prefix=${IMAGE_HOST}`,
    CLOUDINARY_UPLOAD_URL: `http://localhost:8082/v1_1/${STAND_IN_CLOUD}/image/upload`,
    CLOUDINARY_DELIVERY_URL: IMAGE_HOST,
    MEDIA_URL: `${present['PUBLIC_URL'] || `http://localhost:${present['PORT'] || '8080'}`}/media`,
    SEED_ACCOUNT: JSON.stringify(account('products')),
  };
}

interface Provider {
  prefix: string;
  /** A variable of the provider without its prefix. */
  also?: string;
  /** Address of the stand-in, which one of the variables contains. */
  standIn: string;
  isRequired?: boolean;
}
const PROVIDERS: readonly Provider[] = [
  { prefix: 'RAZORPAY_', standIn: 'http://razorpay:3000', isRequired: true },
  { prefix: 'CLOUDINARY_', also: 'MEDIA_URL', standIn: IMAGE_HOST, isRequired: true },
  { prefix: 'SHIPROCKET_', standIn: 'http://couriers:3000' },
  { prefix: 'DELHIVERY_', standIn: 'http://couriers:3000' },
  { prefix: 'MSG91_', also: 'SMS_TEMPLATES', standIn: 'http://messages:3000' },
  { prefix: 'WHATSAPP_', standIn: 'http://messages:3000' },
];

/** Returns whether the shop has an account of its own at a provider. */
function hasAccount({ prefix, standIn }: Provider, present: Variables): boolean {
  const values = Object.keys(present).flatMap((name) => (name.startsWith(prefix) && present[name]) || []);
  return values.length > 0 && !values.some((value) => value.includes(standIn));
}

/**
 * Returns the settings of the stand-ins that `present` uses. None belongs to a provider at which the shop has an
 * account of its own: live payments never go to a stand-in.
 */
export function usedStandInSettings(present: Variables): Record<string, string> {
  const own = PROVIDERS.filter((provider) => hasAccount(provider, present));
  const isStarted = present['COMPOSE_PROFILES']?.split(',').includes(STAND_IN_PROFILE);
  if (!isStarted && own.some(({ isRequired }) => isRequired)) return {};
  const isOwn = (name: string) => own.some(({ prefix, also }) => name.startsWith(prefix) || name === also);
  return Object.fromEntries(Object.entries(standInSettings(present)).filter(([name]) => !isOwn(name)));
}
