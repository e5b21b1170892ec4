// A backup file is gzipped and encrypted lines of canonical Extended JSON, which keeps every BSON type: a manifest, a
// line for each document, and a last line with their number.
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import type { ServiceName } from '@rangavalli/contracts/call';
import { BSON, type Document } from 'mongodb';
import { z } from 'zod';
import { claim } from '../setup/claim.js';
import { refuseFullDisk } from '../setup/replace-file.js';
import { DATABASES } from './databases.js';
import { decrypt, encrypt } from './encryption.js';

const FORMAT = 'rangavalli-backup-1';

export interface Entry {
  database: ServiceName;
  collection: string;
  document: Document;
  /** When the document was requested from its database. Not in backups of releases before 30 November 2026. */
  readAt?: Date | undefined;
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
const entryLine = z.object({
  database: z.enum(DATABASES),
  collection: z.string(),
  document: z.unknown(),
  readAt: z.unknown().optional(),
});
const lastLine = z.object({ documents: z.int() });

/**
 * Leaves no part of a file when it throws.
 * @returns the number of documents
 * @throws Refusal when the disk is full, or another process writes the file
 */
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
  const part = `${file}.part`;
  let endClaim: (() => void) | undefined;
  try {
    endClaim = claim(
      `${part}.lock`,
      (pid) => new Refusal(`Another backup is writing ${file} (process ${pid}). Repeat the command when it has ended.`),
    );
    rmSync(part, { force: true }); // of a backup that was killed
    await pipeline(lines, createGzip(), encrypted, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    renameSync(part, file);
  } catch (error) {
    if (endClaim) rmSync(part, { force: true });
    refuseFullDisk(file, error);
    throw error;
  } finally {
    endClaim?.();
  }
  return documents;
}

export interface Archive extends Manifest {
  /** Documents by database and collection: `order.orders`. */
  counts: ReadonlyMap<string, number>;
  /** Reads the file again, one document at a time. */
  entries: () => AsyncGenerator<Entry>;
}

/** Reads the whole file once, without keeping its documents. @throws Refusal unless it is complete and unchanged */
export async function openArchive(file: string, keys: readonly Buffer[]): Promise<Archive> {
  const counts = new Map<string, number>();
  let manifest: z.infer<typeof manifestLine> | undefined;
  let isComplete = false;
  for await (const { value, isLast } of readLines(file, keys)) {
    if (!manifest) {
      manifest = manifestLine.safeParse(value).data;
      if (!manifest) throw new Refusal(`${file} is not a backup of this store.`);
    } else if (isLast) {
      const documents = [...counts.values()].reduce((sum, count) => sum + count, 0);
      isComplete = lastLine.safeParse(value).data?.documents === documents;
    } else {
      const { database, collection } = entryLine.parse(value);
      const name = `${database}.${collection}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  if (!manifest) throw new Refusal(`${file} is not a backup of this store.`);
  if (!isComplete) throw new Refusal(`${file} is not complete; nothing was restored.`);
  const { startedAt, dataKeys } = manifest;
  return { startedAt, dataKeys, counts, entries: () => readDocuments(file, keys) };
}

async function* readDocuments(file: string, keys: readonly Buffer[]): AsyncGenerator<Entry> {
  let isManifest = true;
  for await (const { value, isLast } of readLines(file, keys)) {
    if (!isManifest && !isLast) {
      const { database, collection, ...stored } = entryLine.parse(value);
      const { document, readAt } = BSON.EJSON.deserialize(stored, { relaxed: false }) as Pick<
        Entry,
        'document' | 'readAt'
      >;
      yield { database, collection, document, ...(readAt ? { readAt } : {}) };
    }
    isManifest = false;
  }
}

/** Yields the parsed lines of a file, and whether one is the last. */
async function* readLines(file: string, keys: readonly Buffer[]): AsyncGenerator<{ value: unknown; isLast: boolean }> {
  const unpacked = createGunzip();
  const decrypted = (sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> => decrypt(sealed, keys);
  // Destroys `unpacked` with its error, which ends the loop below.
  pipeline(createReadStream(file), decrypted, unpacked).catch(() => undefined);
  let line: string | undefined;
  try {
    for await (const next of splitLines(unpacked)) {
      if (line !== undefined) yield { value: parseJson(line), isLast: false };
      line = next;
    }
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${messageOf(error)}`);
  } finally {
    unpacked.destroy();
  }
  yield { value: parseJson(line), isLast: true };
}

/** Unlike `readline`, it fails when its input does. */
async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const part of input) {
    const lines = (rest + decoder.write(part)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parseJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}
