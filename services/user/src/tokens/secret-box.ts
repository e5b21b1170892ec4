import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import type { UserConfig } from '../user.config.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets before they are stored: a copy of the database alone reveals none. */
@Injectable()
export class SecretBox {
  constructor(@Inject(CONFIG) private readonly config: Pick<UserConfig, 'DATA_KEY' | 'DATA_KEY_PREVIOUS'>) {}

  /** Whether stored secrets may be encrypted with the previous key. */
  get isRotating(): boolean {
    return this.config.DATA_KEY_PREVIOUS !== undefined;
  }

  /** @param context what the secret belongs to; a sealed secret that was moved elsewhere cannot be opened */
  seal(secret: string, context: string): string {
    const { DATA_KEY: key } = this.config;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [idOf(key), iv.toString('base64url'), encrypted.toString('base64url')].join('.');
  }

  /** @throws Error when the key is unknown, or the value was changed or belongs to another context */
  open(sealed: string, context: string): string {
    const [keyId, iv = '', encrypted = ''] = sealed.split('.');
    const { DATA_KEY, DATA_KEY_PREVIOUS } = this.config;
    const key = [DATA_KEY, DATA_KEY_PREVIOUS].find((candidate) => candidate && idOf(candidate) === keyId);
    if (!key) throw new Error(`${context} is encrypted with neither DATA_KEY nor DATA_KEY_PREVIOUS`);
    const bytes = Buffer.from(encrypted, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  /** Returns the value sealed with the present key, or undefined when it already is. */
  reseal(sealed: string, context: string): string | undefined {
    if (sealed.startsWith(`${idOf(this.config.DATA_KEY)}.`)) return undefined;
    return this.seal(this.open(sealed, context), context);
  }
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64url').slice(0, 8);
