import { createHash, createHmac, randomBytes } from 'node:crypto';

const BYTES = 32;

export const newSecret = (): string => randomBytes(BYTES).toString('base64url');

/** Secrets are random, so that a plain hash of them can't be turned back. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * The secret that takes another's place. It follows from the other and the session's salt, so that everybody who
 * still comes with the other one gets the same: neither alone (a stolen cookie, a stolen database) leads to it.
 */
export const successorOf = (secret: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url')).update(secret).digest('base64url');

/** What the refresh cookie holds. */
export interface Proof {
  id: string;
  secret: string;
}

/** Reads a refresh cookie's value; undefined for what none of ours ever was. */
export function readProof(value: string | undefined): Proof | undefined {
  const [, id, secret] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  return id && secret ? { id, secret } : undefined;
}

export const writeProof = ({ id, secret }: Proof): string => `${id}.${secret}`;
