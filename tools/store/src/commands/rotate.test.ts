import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { publicReleaseKeysIn } from '@rangavalli/build-kit/serve/release-signature';
import { identify } from '@rangavalli/database/process-identity';
import { dataPaths } from '../paths.js';
import { releaseKeyFile } from '../setup/releases.js';
import { secretsOf } from '../setup/secrets.js';
import { rotateCommand } from './rotate.js';

describe('npm run rotate with a stopped store', () => {
  const env = { ...process.env };
  const folder = mkdtempSync(path.join(tmpdir(), 'rotate-'));
  const paths = dataPaths(folder);
  const read = (): string => readFileSync(paths.secrets, 'utf8');
  beforeAll(() => {
    process.env['DATA_DIR'] = folder;
    secretsOf(paths);
  });
  afterAll(() => {
    process.env = env;
    rmSync(folder, { recursive: true });
  });

  // A database would keep the passwords, and documents would keep the key, that nobody has any more.
  it.each([['database'], ['data'], ['data', '--finish']])('refuses %s %s and changes nothing', async (...args) => {
    const before = read();
    await expect(rotateCommand(args)).rejects.toThrow(Refusal);
    await expect(rotateCommand(args)).rejects.toThrow('Start the store first');
    expect(read()).toBe(before);
  });

  it('refuses it while only other processes run', async () => {
    const self = identify(process.pid);
    const run = { address: '', api: '', supervisor: self, control: '', mail: '', startedAt: '', processes: {} };
    writeFileSync(paths.run, JSON.stringify(run));
    const before = read();
    await expect(rotateCommand(['database'])).rejects.toThrow('Start the store first');
    expect(read()).toBe(before);
    rmSync(paths.run);
  });

  it('refuses the key of releases that a store elsewhere has, and replaces that of this machine', async () => {
    const before = publicReleaseKeysIn(releaseKeyFile(folder));
    Object.assign(process.env, { RELEASE_SIGNING_KEY: '{}', RELEASE_STORE: folder });
    await expect(rotateCommand(['release'])).rejects.toThrow('RELEASE_SIGNING_KEY is replaced by hand');
    expect(publicReleaseKeysIn(releaseKeyFile(folder))).toBe(before);
    delete process.env['RELEASE_STORE'];
    await rotateCommand(['release']);
    expect(publicReleaseKeysIn(releaseKeyFile(folder))).not.toBe(before);
  });

  it('is refused while another one is in progress, also of another secret', async () => {
    const before = read();
    writeFileSync(paths.rotationLock, JSON.stringify(identify(process.ppid)));
    const sentence = `A rotation is in progress (process ${process.ppid})`;
    for (const name of ['internal', 'backup']) await expect(rotateCommand([name])).rejects.toThrow(sentence);
    expect(read()).toBe(before);
    rmSync(paths.rotationLock);
    const both = await Promise.allSettled([rotateCommand(['internal']), rotateCommand(['internal'])]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(existsSync(paths.rotationLock)).toBe(false);
  });

  it('replaces what processes get with their next start', async () => {
    const before = secretsOf(paths);
    await rotateCommand(['nats']);
    expect(secretsOf(paths).nats).not.toEqual(before.nats);
  });
});
