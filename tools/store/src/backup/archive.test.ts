import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { Decimal128, Long, ObjectId } from 'mongodb';
import { type Entry, openArchive, writeArchive } from './archive.js';
import { encrypt } from './encryption.js';

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
const file = path.join(folder, 'shop.backup');
const key = randomBytes(32);
afterAll(() => rmSync(folder, { recursive: true }));

const entry: Entry = {
  database: 'user',
  collection: 'accounts',
  readAt: new Date('2026-01-01T00:00:00Z'),
  document: {
    _id: new ObjectId(),
    at: new Date(),
    name: 'ఆశ\n"',
    units: 3,
    price: 2.5,
    integer: 2.0,
    long: Long.fromString('9007199254740993'),
    decimal: Decimal128.fromString('1.10'),
    empty: null,
    list: [{ a: 1 }],
  },
};
async function* entries(count: number) {
  for (let index = 0; index < count; index += 1) yield entry;
}

describe('a backup file', () => {
  it('restores every BSON type, and is readable by its owner only', async () => {
    const manifest = { startedAt: new Date(), dataKeys: { dataKey: 'present', dataKeyPrevious: 'previous' } };
    expect(await writeArchive(file, manifest, entries(3), key)).toBe(3);
    const archive = await openArchive(file, [key]);
    expect(archive).toMatchObject(manifest);
    expect([...archive.counts]).toEqual([['user.accounts', 3]]);
    const read: Entry[] = [];
    for await (const one of archive.entries()) read.push(one);
    expect(read).toHaveLength(3);
    expect(read[0]).toMatchObject({ database: 'user', collection: 'accounts', readAt: entry.readAt });
    expect(JSON.stringify(read[0]?.document)).toBe(JSON.stringify(entry.document));
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is read while its documents are used, not as a whole before', async () => {
    const large = { ...entry, document: { text: randomBytes(32 * 1_024).toString('hex') } };
    async function* many() {
      for (let index = 0; index < 50; index += 1) yield large;
    }
    await writeArchive(file, { startedAt: new Date() }, many(), key);
    const { entries: readEntries } = await openArchive(file, [key]);
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    const read: Entry[] = [];
    const readAll = async () => {
      for await (const one of readEntries()) read.push(one);
    };
    await expect(readAll()).rejects.toThrow(/not complete/);
    expect(read.length).toBeGreaterThan(0);
  });

  it('leaves nothing of a file that could not be written', async () => {
    async function* failing(code: string) {
      yield entry;
      throw Object.assign(new Error(code), { code });
    }
    const target = path.join(folder, 'failed.backup');
    const writing = (code: string) => writeArchive(target, { startedAt: new Date() }, failing(code), key);
    await expect(writing('ENOSPC')).rejects.toThrow(
      new Refusal(`${target} can't be written: its disk is full. \
Delete what is not needed there, then repeat the command.`),
    );
    await expect(writing('ECONNRESET')).rejects.toThrow('ECONNRESET');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  it('is not written over by another one with its name', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    async function* slow() {
      yield entry;
      await ended;
    }
    const target = path.join(folder, 'one.backup');
    const first = writeArchive(target, { startedAt: new Date() }, slow(), key);
    await expect(writeArchive(target, { startedAt: new Date() }, entries(3), key)).rejects.toThrow(
      new Refusal(`Another backup is writing ${target} (process ${process.pid}). \
Repeat the command when it has ended.`),
    );
    end();
    expect(await first).toBe(1);
    expect([...(await openArchive(target, [key])).counts]).toEqual([['user.accounts', 1]]);
  });

  it('replaces the part that a killed backup left, also one with the id of this process', async () => {
    const target = path.join(folder, 'killed.backup');
    writeFileSync(`${target}.part`, 'a part', { mode: 0o644 });
    writeFileSync(`${target}.part.lock`, JSON.stringify({ pid: process.pid, startTime: 'another' }));
    expect(await writeArchive(target, { startedAt: new Date() }, entries(3), key)).toBe(3);
    expect([...(await openArchive(target, [key])).counts]).toEqual([['user.accounts', 3]]);
    expect(statSync(target).mode & 0o077).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual(['killed.backup']);
  });

  it('does not show what it contains', async () => {
    await writeArchive(file, { startedAt: new Date() }, entries(3), key);
    const content = readFileSync(file);
    expect(() => gunzipSync(content)).toThrow();
    expect(content.includes(entry.document['name'] as string)).toBe(false);
  });

  it('is rejected when it is truncated, something else, not encrypted, or of another key', async () => {
    await writeArchive(file, { startedAt: new Date() }, entries(3), key);
    await expect(openArchive(file, [randomBytes(32)])).rejects.toThrow(/another key/);
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    await expect(openArchive(file, [key])).rejects.toThrow(/not complete/);
    await write('{}\n');
    await expect(openArchive(file, [key])).rejects.toThrow(/not a backup/);
    await write(`${JSON.stringify({ format: 'rangavalli-backup-1', startedAt: new Date() })}\n{"documents":1}\n`);
    await expect(openArchive(file, [key])).rejects.toThrow(/not complete/);
    writeFileSync(file, gzipSync('{}\n'));
    await expect(openArchive(file, [key])).rejects.toThrow(/not an encrypted backup/);
  });
});

/** Writes an encrypted file with other lines. */
async function write(text: string): Promise<void> {
  const compressed = async function* () {
    yield gzipSync(text);
  };
  const parts: Buffer[] = [];
  for await (const part of encrypt(compressed(), key)) parts.push(part);
  writeFileSync(file, Buffer.concat(parts));
}
