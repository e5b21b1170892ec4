import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface RefreshToken {
  id: string;
  secret: string;
}

export const createSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Derives the next secret: the same for every holder of the old one. A stolen cookie or a stolen database alone does
 * not reveal it.
 */
export const deriveNextSecret = (secret: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url')).update(secret).digest('base64url');

export function parseRefreshToken(value: string | undefined): RefreshToken | undefined {
  const [, id, secret] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  return id && secret ? { id, secret } : undefined;
}
