import { natsUsers } from '@rangavalli/contracts/nats-access';
import { dataPaths } from '../paths.js';
import { INTERNAL_PORT, PROCESS_NAMES, type StoreContext } from '../processes.js';
import { createSigningKey, databaseUsers, type Secrets } from '../setup/secrets.js';

const identity = { signing: createSigningKey(), accepted: [] };

export const buildSecrets = (overrides: Partial<Secrets> = {}): Secrets => ({
  storeId: 'ours',
  identity,
  razorpay: { keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret: 'hook' },
  messages: {
    authKey: 'msg91',
    accessToken: 'graph',
    phoneId: '1',
    appSecret: 'app',
    verifyToken: 'verify',
    vapidPublicKey: 'public',
    vapidPrivateKey: 'private',
  },
  cloudinary: { cloudName: 'rangavalli', apiKey: '1', apiSecret: 'two' },
  nats: Object.fromEntries(natsUsers.map((user) => [user, `password-of-${user}`])) as Secrets['nats'],
  couriers: { password: 'courier', token: 'token', shiprocketKey: 'sr-key', delhiveryKey: 'dl-key' },
  natsSlot: 'a',
  database: Object.fromEntries(databaseUsers.map((user) => [user, `database-of-${user}`])) as Secrets['database'],
  databaseSlot: 'a',
  shellKey: 'a-key-of-the-shell-with-32-characters',
  challenge: 'a-secret-of-challenges-with-32-characters',
  dataKey: Buffer.alloc(32, 7).toString('base64url'),
  ...overrides,
});

export const buildContext = (
  settings: Partial<StoreContext['settings']> = {},
  rest: Partial<StoreContext> = {},
): StoreContext => ({
  settings: {
    PORT: 8080,
    DATA_DIR: '.data',
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    REPLICAS: 1,
    PROGRAMS: 'bundled',
    STAND_INS: 'refused',
    ...settings,
  },
  paths: dataPaths('/data'),
  ports: Object.fromEntries(
    [...PROCESS_NAMES, INTERNAL_PORT, 'nats-monitor'].map((name, index) => [name, 9_000 + index]),
  ) as StoreContext['ports'],
  host: '::',
  storefront: 'http://localhost:8080',
  accounts: { admin: { email: 'a@x', password: 'a' }, shopper: { email: 's@x', password: 's' } },
  secrets: buildSecrets(),
  nats: { kind: 'program', program: '/usr/bin/nats-server', why: '' },
  database: { kind: 'documentdb', why: '' },
  ...rest,
});
