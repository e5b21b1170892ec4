// A backup is encrypted in chunks with AES-256-GCM. Each file has a key of its own, derived from the backup key and a
// random salt, so that a chunk's number can be its nonce. The last chunk is marked: a truncated file is not accepted.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { BACKUP_KEY_BYTES, idOfKey } from './backup-keys.js';

const MAGIC = Buffer.from('rangavalli-backup-2\n');
const ALGORITHM = 'aes-256-gcm';
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
/** Whether it is the last chunk (1 byte), length of its content (4 bytes). */
const HEAD_BYTES = 5;

const fileKey = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, MAGIC, BACKUP_KEY_BYTES));

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(chunk), NONCE_BYTES - 8);
  return nonce;
}

function encryptChunk(key: Buffer, number: number, content: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(isLast ? 1 : 0);
  head.writeUInt32BE(content.length, 1);
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number)).setAAD(head);
  return Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

export async function* encrypt(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = fileKey(key, salt);
  yield Buffer.concat([MAGIC, idOfKey(key), salt]);
  let number = 0;
  let rest = Buffer.alloc(0);
  for await (const part of source) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES))
      yield encryptChunk(own, number++, rest.subarray(0, CHUNK_BYTES), false);
  }
  yield encryptChunk(own, number, rest, true);
}

/** Throws a Refusal when the file is something else, has another key, or was changed or truncated. */
export async function* decrypt(source: AsyncIterable<Buffer>, keys: readonly Buffer[]): AsyncGenerator<Buffer> {
  const input = new Input(source);
  const head = await input.take(MAGIC.length);
  if (!head?.equals(MAGIC)) throw new Refusal('it is not an encrypted backup of this store');
  const id = await input.take(idOfKey(MAGIC).length);
  const salt = await input.take(SALT_BYTES);
  if (!id || !salt) throw new Refusal('it is not complete');
  const key = keys.find((one) => idOfKey(one).equals(id));
  if (!key) throw new Refusal('it was encrypted with another key: set BACKUP_KEY_FILE to the file with that key');
  const own = fileKey(key, salt);
  for (let number = 0; ; number += 1) {
    const chunkHead = await input.take(HEAD_BYTES);
    const length = chunkHead?.readUInt32BE(1) ?? 0;
    if (length > CHUNK_BYTES) throw new Refusal('it was changed or damaged');
    const sealed = chunkHead && (await input.take(length + TAG_BYTES));
    if (!sealed) throw new Refusal('it is not complete');
    yield open(own, number, chunkHead, sealed);
    if (chunkHead.readUInt8() === 1) break;
  }
  if (await input.take(1)) throw new Refusal('it was changed or damaged');
}

function open(key: Buffer, number: number, head: Buffer, sealed: Buffer): Buffer {
  const content = sealed.subarray(0, sealed.length - TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES })
    .setAAD(head)
    .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    throw new Refusal('it was changed or damaged');
  }
}

/** Reads exact numbers of bytes from a stream. */
class Input {
  private readonly parts: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.parts = source[Symbol.asyncIterator]();
  }

  /** Returns undefined when the stream has fewer bytes. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.rest.length < length) {
      const next = await this.parts.next();
      if (next.done) return undefined;
      this.rest = Buffer.concat([this.rest, next.value]);
    }
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return taken;
  }
}
