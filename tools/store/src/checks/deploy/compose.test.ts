// Compares docker-compose.yml and the Dockerfiles with the slices' code.
import { execFileSync } from 'node:child_process';
import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { services } from '@rangavalli/contracts/call';
import { containerSecrets, standInSettings } from '../../setup/container-secrets.js';
import { checkEnvironment } from './configurations.js';
import { slices } from '../../setup/workspaces.js';
import { compose, composeEnvironment, interpolate, serviceOf } from './compose-file.js';
import { type Deployed, dockerfileOf, imageEnv, instructionsOf, packagesOf, read, readYaml } from './slices.js';

/** The stand-ins, and what creates the demo products with them. */
const standIns = ['razorpay', 'cloudinary', 'couriers', 'messages', 'seed'].map((name) => ({
  name,
  folder: `tools/${name}`,
  kind: 'stand-in' as const,
}));
const all: Deployed[] = [...slices, ...standIns];

/** What `npm run secrets` writes. */
const withStandIns = { ...containerSecrets(), ...standInSettings() };
const live: Record<string, string> = {
  ...containerSecrets(),
  PUBLIC_URL: 'https://shop.example',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRET: 'w',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/cloud/image/upload',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  TRUST_PROXY: 'loopback',
  CORS_ORIGINS: 'https://other.example',
};

/** Set for every process, also where its schema does not read it. */
const SHARED = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'HOST',
  'PORT',
  'LOG_LEVEL',
  'PUBLIC_URL',
  'BASE_PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];

describe.each(all.map((slice) => [slice.name, slice] as const))('%s', (name, slice) => {
  it('starts with the environment of compose, with the stand-ins and with live accounts', async () => {
    for (const env of slice.kind === 'stand-in' ? [withStandIns] : [withStandIns, live]) {
      const environment = composeEnvironment(slice, env);
      const known = await checkEnvironment(slice, environment);
      expect(
        known
          ? Object.keys(environment).filter(
              (variable) => !known.includes(variable) && !SHARED.includes(variable) && environment[variable] !== '',
            )
          : [],
      ).toEqual([]);
    }
  });

  it('has its own image, built from the Dockerfile of its kind', () => {
    const { dockerfile, args } = serviceOf(slice).build;
    expect(dockerfile).toBe(dockerfileOf(slice));
    expect(args.SLICE).toBe(slice.kind === 'shell' ? undefined : slice.folder);
    expect(interpolate(serviceOf(slice).image, {})).toBe(`rangavalli/${name}:local`);
  });

  it('runs without root, with a health check, on the port of its image', () => {
    const last = (word: string) => instructionsOf(slice).findLast((line) => line.word === word)?.rest;
    expect(last('USER')).toBe('1000:1000');
    expect(serviceOf(slice).user).toBeUndefined();
    expect(serviceOf(slice).read_only).toBe(true);
    expect(last('HEALTHCHECK')).toContain('/health/ready');
    expect(last('EXPOSE')).toBe(imageEnv(slice)['PORT']);
  });

  it('contains the packages that slices of its kind depend on, and no other slice', () => {
    const copied = instructionsOf(slice)
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .map(({ rest }) => rest.split(' ')[0] ?? '');
    const sharing = all.filter((other) => dockerfileOf(other) === dockerfileOf(slice));
    const wanted = [...new Set([...sharing.flatMap(({ folder }) => packagesOf(folder)), slice.folder])].toSorted();
    expect(copied.filter((from) => from.endsWith('/package.json')).toSorted()).toEqual(
      wanted.map((folder) => `${folder}/package.json`).toSorted(),
    );
    expect(copied.filter((from) => !/\.(json|npmrc)$|^\.npmrc$/.test(from)).toSorted()).toEqual(wanted);
  });
});

it('runs no script of the repository while an image installs packages, before its sources are copied', () => {
  const run = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'dependencies'];
  const manifests = ['package.json', ...new Set(all.flatMap(({ folder }) => [folder, ...packagesOf(folder)]))].map(
    (place) => (place.endsWith('.json') ? place : `${place}/package.json`),
  );
  const found = manifests.flatMap((file) => {
    const { scripts = {} } = JSON.parse(read(file)) as { scripts?: Record<string, string> };
    return run.filter((name) => name in scripts).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

it.each(
  slices.filter(({ kind }) => kind === 'service' || kind === 'gateway').map((slice) => [slice.name, slice] as const),
)('%s has its own NATS user', (name, slice) => {
  expect(composeEnvironment(slice, live)).toMatchObject({
    NATS_USER: name,
    NATS_PASSWORD: live[`NATS_PASSWORD_${name.toUpperCase()}`],
  });
});

it.each(services)('%s has its own database user, with rights to its own database', (name) => {
  const slice = slices.find((one) => one.name === name)!;
  const { MONGODB_URI = '' } = composeEnvironment(slice, live);
  const uri = new URL(MONGODB_URI);
  expect([uri.username, uri.password, uri.pathname]).toEqual([
    name,
    live[`MONGO_PASSWORD_${name.toUpperCase()}`],
    `/rangavalli_${name}`,
  ]);
  const holders = Object.entries(compose.services).filter(([, { environment }]) =>
    JSON.stringify(environment ?? {}).includes(`MONGO_PASSWORD_${name.toUpperCase()}}`),
  );
  expect(holders.map(([holder]) => holder)).toEqual([name]);
});

it('requires every secret: none has a default in the file', () => {
  const text = read('docker-compose.yml');
  expect(text).not.toMatch(/stand-in-/);
  const secrets = Object.keys({ ...containerSecrets(), ...standInSettings() }).filter((name) =>
    /PASSWORD|SECRET|KEY|CLOUDINARY_URL|ACCOUNTS/.test(name),
  );
  const withDefault = secrets.filter((name) => new RegExp(`\\$\\{${name}:?-[^}]`).test(text));
  expect(withDefault).toEqual([]);
  // A shop may have no account at a courier, and send its messages by email only.
  const isOptional = /^CLOUDINARY_API|^RELEASE_SIGNING|^SHIPROCKET|^DELHIVERY|^MSG91|^WHATSAPP|^VAPID/;
  const required = secrets.filter((name) => !isOptional.test(name));
  expect(required.filter((name) => !text.includes(`\${${name}:?`))).toEqual([]);
  for (const name of required) {
    const { [name]: _missing, ...others } = live;
    expect(() => interpolate(text, others)).toThrow(`${name} is required`);
  }
});

it('gives the private identity key to the gateway only, and the public keys to the services only', () => {
  const holdersOf = (variable: string): string[] =>
    Object.entries(compose.services)
      .filter(([, { environment }]) => variable in (environment ?? {}))
      .map(([name]) => name);
  expect(holdersOf('IDENTITY_PRIVATE_KEY')).toEqual(['gateway']);
  expect(holdersOf('IDENTITY_PUBLIC_KEYS').toSorted()).toEqual([...services].toSorted());
  expect(live['IDENTITY_PUBLIC_KEYS']).not.toContain('"d"');
});

it('signs the releases of remotes while their images are built, and gives no container the key', () => {
  expect(JSON.stringify(compose.services)).not.toContain('RELEASE_SIGNING_KEY');
  for (const { name, folder, kind } of slices) {
    const { secrets, args } = serviceOf({ name, folder, kind }).build;
    expect(secrets).toEqual(kind === 'remote' ? ['release_signing_key'] : undefined);
    // Docker takes a signed build from its cache unless an argument differs.
    if (kind === 'remote') expect(interpolate(args.RELEASE_PUBLIC_KEYS ?? '', live)).toBe(live['RELEASE_PUBLIC_KEYS']);
  }
  const remote = instructionsOf(slices.find(({ kind }) => kind === 'remote')!);
  const at = (pattern: RegExp) => remote.findIndex(({ word, rest }) => pattern.test(`${word} ${rest}`));
  expect(at(/^ARG RELEASE_PUBLIC_KEYS$/)).toBeGreaterThan(0);
  expect(at(/^ARG RELEASE_PUBLIC_KEYS$/)).toBeLessThan(at(/^RUN --mount=type=secret,id=release_signing_key/));
});

it('gives the data key to the user service only, and passes on what a rotation sets', () => {
  const rotation = {
    user: { DATA_KEY_PREVIOUS: 'd', SIGNING_KEYS_SINCE: '2026-11-22T10:00:00Z' },
    gateway: { SHELL_API_KEY_PREVIOUS: 's', CHALLENGE_SECRET_PREVIOUS: 'c' },
    payment: { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'w' },
    fulfilment: { SHIPROCKET_WEBHOOK_KEY_PREVIOUS: 'sr', DELHIVERY_WEBHOOK_KEY_PREVIOUS: 'dl' },
    notification: { WHATSAPP_APP_SECRET_PREVIOUS: 'wa' },
  };
  const environments = (env: Record<string, string>) =>
    Object.fromEntries(slices.map((slice) => [slice.name, composeEnvironment(slice, env)]));
  const holders = Object.entries(environments(live)).filter(([, env]) =>
    Object.values(env).includes(live['DATA_KEY']!),
  );
  expect(holders.map(([name]) => name)).toEqual(['user']);
  expect(environments(Object.assign({}, live, ...Object.values(rotation)))).toMatchObject(rotation);
});

it('publishes only the port for visitors to other machines', () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, interpolate(port, live)] as const),
  );
  const open = published.filter(([, port]) => !port.startsWith('127.0.0.1:'));
  expect(open).toEqual([['gateway', '8080:3000']]);
});

it.each([
  ['payment', 'RAZORPAY_WEBHOOK_SECRET', 'stand-in-webhook-secret'],
  ['payment', 'RAZORPAY_API_URL', 'http://razorpay:3000'],
  ['gateway', 'RAZORPAY_CHECKOUT_URL', 'http://localhost:8081/v1/checkout.js'],
  ['catalog', 'CLOUDINARY_URL', 'cloudinary://key:secret@cloud?upload_prefix=http://cloudinary:3000'],
])('%s does not start in production with %s=%s', async (name, variable, value) => {
  const slice = slices.find((one) => one.name === name)!;
  const environment = { ...composeEnvironment(slice, live), [variable]: value };
  await expect(checkEnvironment(slice, environment)).rejects.toThrow(variable);
});

it('has the addresses of the port at which it is published', () => {
  const env = { ...containerSecrets(), ...standInSettings({ PORT: '9090' }), PORT: '9090' };
  const text = interpolate(JSON.stringify(compose.services), env);
  expect(text.match(/[^"]*:8080[^"]*/g)).toBeNull();
  expect(text.match(/9090:3000/g)).toHaveLength(1);
  const at = (service: string, variable: string) =>
    interpolate(compose.services[service]!.environment![variable]!, env);
  const shop = 'http://localhost:9090';
  for (const name of ['gateway', 'shell', 'notification']) expect([name, at(name, 'PUBLIC_URL')]).toEqual([name, shop]);
  expect([at('catalog', 'MEDIA_URL'), at('cloudinary', 'PUBLIC_DELIVERY_URL')]).toEqual(Array(2).fill(`${shop}/media`));
  const address = { PUBLIC_URL: 'https://shop.example', PORT: '9090' };
  expect(standInSettings(address)).toMatchObject({ MEDIA_URL: 'https://shop.example/media' });
});

it('calls each slice at the port of its image', () => {
  const calls = all
    .flatMap((slice) => Object.values(composeEnvironment(slice, withStandIns)))
    .flatMap((text) => [...text.matchAll(/https?:\/\/([a-z-]+):(\d+)/g)]);
  const wrong = calls.filter(
    ([, host = '', port]) =>
      host !== 'localhost' && imageEnv(all.find(({ name }) => name === host) ?? all[0]!)['PORT'] !== port,
  );
  expect(calls.length).toBeGreaterThan(10);
  expect(wrong.map(([address]) => address)).toEqual([]);
});

it('creates the demo products once, with the stand-ins only, unless they are switched off', () => {
  const seed = compose.services['seed']!;
  expect([seed.profiles, seed.restart]).toEqual([['stand-ins'], 'on-failure']);
  // The marker stays, and the pictures are those of the checkout.
  expect(seed.volumes).toEqual(['seed:/data', './demo:/app/demo:ro']);
  const environment = (env: Record<string, string>) =>
    composeEnvironment(
      standIns.find(({ name }) => name === 'seed')!,
      { ...withStandIns, ...env },
    );
  expect(environment({})).toMatchObject({ DEMO_PRODUCTS: 'on', SEED_ACCOUNT: withStandIns['SEED_ACCOUNT'] });
  expect(environment({ DEMO_PRODUCTS: 'off' })).toMatchObject({ DEMO_PRODUCTS: 'off' });
  const user = slices.find(({ name }) => name === 'user')!;
  expect(composeEnvironment(user, withStandIns)['SEED_ACCOUNT']).toBe(withStandIns['SEED_ACCOUNT']);
  expect(composeEnvironment(user, live)['SEED_ACCOUNT']).toBe('');
});

it('serves only the remotes from the release store', () => {
  const { services } = readYaml('docker-compose.releases.yml') as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  expect(Object.keys(services).toSorted()).toEqual(
    slices
      .filter(({ kind }) => kind === 'remote')
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const { environment } of Object.values(services)) expect(environment).toEqual({ RELEASE_STORE: '/releases' });
});

it('starts the database again in the same container, without opening the key file of the start before', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mongo-'));
  const script = read('deploy/mongo/start.sh').replaceAll('/tmp/', `${folder}/`);
  for (const program of ['chown', 'docker-entrypoint.sh'])
    writeFileSync(path.join(folder, program), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH']}`, MONGO_REPLICA_KEY: 'key' };
  const key = path.join(folder, 'replica-set.key');
  // A second name keeps the first file, which a start that opened it would change.
  writeFileSync(key, 'of the start before');
  linkSync(key, path.join(folder, 'before'));
  execFileSync('bash', ['--norc', '-c', script], { env });
  expect(readFileSync(path.join(folder, 'before'), 'utf8')).toBe('of the start before');
  expect([readFileSync(key, 'utf8'), statSync(key).mode & 0o777]).toEqual(['key', 0o600]);
  rmSync(folder, { recursive: true });
});

it('builds images without the history and without secrets of the checkout', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', '.env*', 'accounts.json', '**/node_modules']));
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual([]);
});

it('.env.example names every variable of compose', () => {
  const example = read('.env.example');
  const used = new Set(
    [...(read('docker-compose.yml') + read('docker-compose.releases.yml')).matchAll(/\$\{(\w+)/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect([...used].filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
});
