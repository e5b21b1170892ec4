// The secrets that containers need, as the lines of their `.env`. None of them has a default.
import { randomBytes } from 'node:crypto';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import {
  createDatabasePasswords,
  createNatsPasswords,
  createRandomKey,
  createSigningKey,
  createWebhookSecret,
  databaseUsers,
  publicPartOf,
} from './secrets.js';

const KEY_FILE_BYTES = 96;
const STAND_IN_CLOUD = 'rangavalli';

export const databasePasswordVariable = (user: (typeof databaseUsers)[number]): string =>
  `MONGO_PASSWORD_${user.toUpperCase()}`;

/** Returns the store's own secrets; those of Razorpay and Cloudinary come from their dashboards. */
export function containerSecrets(): Record<string, string> {
  const nats = createNatsPasswords();
  const database = createDatabasePasswords();
  const signing = createSigningKey();
  const release = createSigningKey();
  return {
    ...Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), nats[user]])),
    ...Object.fromEntries(databaseUsers.map((user) => [databasePasswordVariable(user), database[user]])),
    MONGO_REPLICA_KEY: randomBytes(KEY_FILE_BYTES).toString('base64'),
    IDENTITY_PRIVATE_KEY: JSON.stringify(signing),
    IDENTITY_PUBLIC_KEYS: JSON.stringify({ keys: [publicPartOf(signing)] }),
    RELEASE_SIGNING_KEY: JSON.stringify(release),
    RELEASE_PUBLIC_KEYS: JSON.stringify({ keys: [publicPartOf(release)] }),
    SHELL_API_KEY: createRandomKey(),
    CHALLENGE_SECRET: createRandomKey(),
    DATA_KEY: createRandomKey(),
  };
}

/** Returns what replaces Razorpay's and Cloudinary's settings where the stand-ins run. */
export function standInSettings(): Record<string, string> {
  const key = String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1');
  const secret = createRandomKey();
  return {
    STAND_INS: 'allowed',
    RAZORPAY_KEY_ID: `rzp_test_${randomBytes(7).toString('hex')}`,
    RAZORPAY_KEY_SECRET: createRandomKey(),
    RAZORPAY_WEBHOOK_SECRET: createWebhookSecret(),
    RAZORPAY_API_URL: 'http://razorpay:3000',
    RAZORPAY_CHECKOUT_URL: 'http://localhost:8081/v1/checkout.js',
    CLOUDINARY_API_KEY: key,
    CLOUDINARY_API_SECRET: secret,
    CLOUDINARY_URL: `cloudinary://${key}:${secret}@${STAND_IN_CLOUD}?upload_prefix=http://cloudinary:3000`,
    CLOUDINARY_UPLOAD_URL: `http://localhost:8082/v1_1/${STAND_IN_CLOUD}/image/upload`,
    CLOUDINARY_DELIVERY_URL: 'http://cloudinary:3000',
    MEDIA_URL: 'http://localhost:8080/media',
  };
}
