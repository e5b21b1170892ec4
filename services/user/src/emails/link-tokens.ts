import { isValidObjectId } from 'mongoose';
import type { LinkRecord } from '../accounts/account.schema.js';
import { createSecret, hashSecret } from '../sessions/refresh-token.js';

/** A link's token is the id of its document and a secret of which only the hash is stored. */
export function createLink(id: string, validMs: number): { token: string; record: LinkRecord } {
  const secret = createSecret();
  return {
    token: `${id}.${secret}`,
    record: { tokenHash: hashSecret(secret), expiresAt: new Date(Date.now() + validMs) },
  };
}

/** Returns undefined for what is not a token. */
export function parseLinkToken(token: string): { id: string; tokenHash: string } | undefined {
  const [id = '', secret = ''] = token.split('.');
  return /^[0-9a-f]{24}$/.test(id) && isValidObjectId(id) && secret ? { id, tokenHash: hashSecret(secret) } : undefined;
}
