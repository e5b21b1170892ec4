import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '@rangavalli/contracts/entities/user';

export interface Identity {
  id: string;
  role: Role;
  name: string;
  email: string;
}

/** The gateway strips it from external requests. */
export const IDENTITY_HEADER = 'x-rangavalli-identity';
const VALIDITY_MS = 60_000;

const mac = (payload: string, secret: string) => createHmac('sha256', secret).update(payload).digest();

export function signIdentity(identity: Identity, secret: string, now = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ ...identity, until: now + VALIDITY_MS })).toString('base64url');
  return `${payload}.${mac(payload, secret).toString('base64url')}`;
}

/** Returns undefined when missing, forged or expired. */
export function verifyIdentity(header: unknown, secret: string, now = Date.now()): Identity | undefined {
  if (typeof header !== 'string') return undefined;
  const [payload, signature] = header.split('.');
  if (!payload || !signature) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { until, id, role, name, email } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Identity & {
    until: number;
  };
  return until > now ? { id, role, name, email } : undefined;
}
