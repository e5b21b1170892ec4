import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identify } from '@rangavalli/database/process-identity';
import { resetCommand } from './commands/start.js';
import { dataPaths } from './paths.js';
import { writeJson } from './setup/json-file.js';
import { runStore } from './store.js';

describe('a start', () => {
  const env = { ...process.env };
  const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  const paths = dataPaths(folder);
  /** Its port is not free: a start that is not refused before ends there, without a build. */
  const other = net.createServer();
  const PORT_IN_USE = /Port \d+ is in use/;
  const start = (): Promise<void> => runStore(new AbortController());

  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    process.env['DATA_DIR'] = folder;
    process.env['PORT'] = String((other.address() as net.AddressInfo).port);
    delete process.env['ONLY'];
  });
  afterAll(async () => {
    process.env = env;
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => other.close(resolve));
  });

  it('is refused while another one builds on the same data, whose claim stays', async () => {
    writeFileSync(paths.storeLock, JSON.stringify(identify(process.ppid)));
    await expect(start()).rejects.toThrow(`A store is already running on these data (process ${process.ppid})`);
    await expect(resetCommand()).rejects.toThrow(`The store is starting (process ${process.ppid})`);
    expect(existsSync(paths.storeLock)).toBe(true);
  });

  it.each([
    ['a process that has ended', JSON.stringify({ pid: process.ppid, startTime: 'another' })],
    ['a start that was killed while it wrote', ''],
  ])('replaces the claim of %s, and ends its own', async (_of, content) => {
    writeFileSync(paths.storeLock, content);
    await expect(start()).rejects.toThrow(PORT_IN_USE);
    expect(existsSync(paths.storeLock)).toBe(false);
  });

  it('is refused after an interrupted restore, except of single processes, which the restore needs', async () => {
    writeJson(paths.restoring, { file: 'shop.backup', refund: true });
    await expect(start()).rejects.toThrow(`The restore of shop.backup was not completed. Repeat it:
  npm run restore -- --replace --refund shop.backup`);
    process.env['ONLY'] = 'nats,database';
    await expect(start()).rejects.toThrow(PORT_IN_USE);
  });
});
