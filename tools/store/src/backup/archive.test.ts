import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decimal128, Long, ObjectId } from 'mongodb';
import { type Entry, readArchive, writeArchive } from './archive.js';

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
const file = path.join(folder, 'backup.gz');
afterAll(() => rmSync(folder, { recursive: true }));

const entry: Entry = {
  database: 'user',
  collection: 'accounts',
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
    const startedAt = new Date();
    expect(await writeArchive(file, startedAt, entries(3))).toBe(3);
    const read = await readArchive(file);
    expect(read.startedAt).toEqual(startedAt);
    expect(read.entries).toHaveLength(3);
    expect(read.entries[0]).toMatchObject({ database: 'user', collection: 'accounts' });
    expect(JSON.stringify(read.entries[0]?.document)).toBe(JSON.stringify(entry.document));
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is rejected when it is truncated or something else', async () => {
    await writeArchive(file, new Date(), entries(3));
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    writeFileSync(file, gzipSync([...lines.slice(0, 2), ...lines.slice(3)].join('\n')));
    await expect(readArchive(file)).rejects.toThrow(/not complete/);
    writeFileSync(file, gzipSync('{}\n'));
    await expect(readArchive(file)).rejects.toThrow(/not a backup/);
    writeFileSync(file, 'text');
    await expect(readArchive(file)).rejects.toThrow(/can't be read/);
  });
});
