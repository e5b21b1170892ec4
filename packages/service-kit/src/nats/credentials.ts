export interface NatsCredentials {
  user: string;
  password: string;
}

interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
}

const WITH_CREDENTIALS = /^([a-z]+:\/\/)?([^:@/]+):([^@/]*)@(.+)$/;

/** Parses comma-separated addresses; the client ignores `user:password@`. `credentials` take precedence. */
export function natsAddress(url: string, credentials?: NatsCredentials): NatsAddress {
  const parts = url.split(',').map((address) => WITH_CREDENTIALS.exec(address.trim()) ?? address.trim());
  const servers = parts.map((part) => (typeof part === 'string' ? part : `${part[1] ?? ''}${part[4] ?? ''}`));
  if (credentials) return { servers, user: credentials.user, pass: credentials.password };
  const [, , user, password] = parts.find((part) => typeof part !== 'string') ?? [];
  return user === undefined
    ? { servers }
    : { servers, user: decodeURIComponent(user), pass: decodeURIComponent(password ?? '') };
}
