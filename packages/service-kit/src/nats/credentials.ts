/** By what name a process is known to NATS. */
export interface NatsCredentials {
  user: string;
  password: string;
}

/** Where NATS is, in the client's own terms. */
export interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
}

const WITH_CREDENTIALS = /^([a-z]+:\/\/)?([^:@/]+):([^@/]*)@(.+)$/;

/**
 * Reads NATS_URL: one address or several separated by commas, each with `user:password@` before the host or
 * without. The client itself would not look at that part.
 * @param own credentials that are given beside the address; they win
 */
export function natsAddress(url: string, own?: NatsCredentials): NatsAddress {
  const parts = url.split(',').map((address) => WITH_CREDENTIALS.exec(address.trim()) ?? address.trim());
  const servers = parts.map((part) => (typeof part === 'string' ? part : `${part[1] ?? ''}${part[4] ?? ''}`));
  if (own) return { servers, user: own.user, pass: own.password };
  const [, , user, password] = parts.find((part) => typeof part !== 'string') ?? [];
  return user === undefined
    ? { servers }
    : { servers, user: decodeURIComponent(user), pass: decodeURIComponent(password ?? '') };
}
