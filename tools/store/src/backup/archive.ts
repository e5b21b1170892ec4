// A backup file is gzipped and encrypted lines of canonical Extended JSON, which keeps every BSON type: a manifest, a
// line for each document, and a last line with their number.
import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { ServiceName } from '@rangavalli/contracts/call';
import { BSON, type Document } from 'mongodb';
import { z } from 'zod';
import { DATABASES } from './databases.js';
import { decrypt, encrypt } from './encryption.js';

const FORMAT = 'rangavalli-backup-1';

export interface Entry {
  database: ServiceName;
  collection: string;
  document: Document;
}

/** With them the user service decrypts secrets in its documents. */
const dataKeys = z.object({ dataKey: z.string(), dataKeyPrevious: z.string().optional() });
type DataKeys = z.infer<typeof dataKeys>;

interface Manifest {
  startedAt: Date;
  /** Not in files from before there were such keys. */
  dataKeys?: DataKeys | undefined;
}

const manifestLine = z.object({
  format: z.literal(FORMAT),
  startedAt: z.coerce.date(),
  dataKeys: dataKeys.optional(),
});
const entryLine = z.object({ database: z.enum(DATABASES), collection: z.string(), document: z.unknown() });
const lastLine = z.object({ documents: z.int() });

/** @returns the number of documents */
export async function writeArchive(
  file: string,
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  key: Buffer,
): Promise<number> {
  let documents = 0;
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: FORMAT, ...manifest })}\n`;
    for await (const entry of entries) {
      documents += 1;
      yield `${BSON.EJSON.stringify(entry, { relaxed: false })}\n`;
    }
    yield `${JSON.stringify({ documents })}\n`;
  }
  // Contains customers' names and addresses: readable by its owner only.
  const encrypted = (compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> => encrypt(compressed, key);
  await pipeline(lines, createGzip(), encrypted, createWriteStream(`${file}.part`, { mode: 0o600, flush: true }));
  renameSync(`${file}.part`, file);
  return documents;
}

export async function readArchive(file: string, keys: readonly Buffer[]): Promise<Manifest & { entries: Entry[] }> {
  const lines: string[] = [];
  const decrypted = (sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> => decrypt(sealed, keys);
  try {
    const unpacked = createGunzip();
    const read = createInterface({ input: unpacked }).on('line', (line) => lines.push(line));
    read.on('error', () => undefined); // the pipeline rejects
    const isRead = new Promise((resolve) => read.once('close', resolve));
    await pipeline(createReadStream(file), decrypted, unpacked);
    await isRead;
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const manifest = manifestLine.safeParse(parseJson(lines[0]));
  const last = lastLine.safeParse(parseJson(lines.at(-1)));
  if (!manifest.success) throw new Refusal(`${file} is not a backup of this store.`);
  if (!last.success || last.data.documents !== lines.length - 2)
    throw new Refusal(`${file} is not complete; nothing was restored.`);
  const entries = lines.slice(1, -1).map((line): Entry => {
    const { database, collection, document } = entryLine.parse(JSON.parse(line));
    return { database, collection, document: BSON.EJSON.deserialize(document as Document, { relaxed: false }) };
  });
  return { startedAt: manifest.data.startedAt, dataKeys: manifest.data.dataKeys, entries };
}

function parseJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}
