import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addBackupKey, readBackupKeys } from './backup-keys.js';
import { decrypt, encrypt } from './encryption.js';

const key = randomBytes(32);
const CHUNK = 64 * 1024;

async function* parts(content: Buffer, size = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const part of source) all.push(part);
  return Buffer.concat(all);
};
const seal = (content: Buffer): Promise<Buffer> => collect(encrypt(parts(content), key));
const open = (sealed: Buffer, keys = [key]): Promise<Buffer> => collect(decrypt(parts(sealed, 777), keys));

describe('an encrypted backup', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])('restores %d bytes', async (length) => {
    const content = randomBytes(length);
    const sealed = await seal(content);
    expect(await open(sealed)).toEqual(content);
    if (length > 32) expect(sealed.includes(content.subarray(0, 32))).toBe(false);
  });

  it('is different each time', async () => {
    const content = Buffer.from('Asha Rao, 12 Temple Street');
    expect(await seal(content)).not.toEqual(await seal(content));
  });

  it('is opened by any key of the file, and by no other', async () => {
    const sealed = await seal(Buffer.from('orders'));
    expect(String(await open(sealed, [randomBytes(32), key]))).toBe('orders');
    await expect(open(sealed, [randomBytes(32)])).rejects.toThrow('another key');
  });

  it('is refused when a byte of it was changed, wherever', async () => {
    const sealed = await seal(randomBytes(2 * CHUNK));
    for (const at of [0, 25, 40, 62, 65, 5_000, CHUNK + 200, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed)).rejects.toThrow(/not an encrypted|another key|changed|not complete/);
    }
  });

  it('is refused when it was truncated, extended, or has chunks in another order', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const sealedChunk = CHUNK + 21;
    const head = sealed.length - 3 * sealedChunk;
    for (const length of [0, 10, head, head + sealedChunk, sealed.length - 1])
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(/not complete|not an encrypted/);
    await expect(open(Buffer.concat([sealed, Buffer.from('x')]))).rejects.toThrow('changed');
    const chunk = (number: number): Buffer =>
      sealed.subarray(head + number * sealedChunk, head + (number + 1) * sealedChunk);
    const reordered = Buffer.concat([sealed.subarray(0, head), chunk(1), chunk(0), chunk(2)]);
    await expect(open(reordered)).rejects.toThrow('changed');
  });
});

describe('the key file', () => {
  let folder: string;
  const file = (): string => path.join(folder, 'backup.key');
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'backup-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gets a new first key at a rotation, and keeps the others', () => {
    expect(addBackupKey(file())).toBe(1);
    const [first] = readBackupKeys(file());
    expect(addBackupKey(file())).toBe(2);
    const [second, previous] = readBackupKeys(file());
    expect(previous).toEqual(first);
    expect(second).not.toEqual(first);
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it('is replaced as a whole, so that a crash leaves the keys before', () => {
    addBackupKey(file());
    const before = readFileSync(file(), 'utf8');
    const other = path.join(folder, 'same-file');
    linkSync(file(), other);
    addBackupKey(file());
    expect(readFileSync(other, 'utf8')).toBe(before);
    expect(readdirSync(folder).toSorted()).toEqual(['backup.key', 'same-file']);
  });

  it('is refused when it is missing, contains no key, or others can read it', () => {
    expect(() => readBackupKeys(file())).toThrow('is missing');
    writeFileSync(file(), 'short\n', { mode: 0o600 });
    expect(() => readBackupKeys(file())).toThrow('must contain keys');
    rmSync(file());
    addBackupKey(file());
    chmodSync(file(), 0o644);
    expect(() => readBackupKeys(file())).toThrow('chmod 600');
  });
});
