const { createHash, webcrypto } = jest.requireActual<{
  createHash: (algorithm: 'sha256') => { update: (text: string) => { digest: (encoding: 'hex') => string } };
  webcrypto: Crypto;
}>('node:crypto');

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** jsdom has no `crypto.subtle`. */
export const polyfillCrypto = (): void =>
  void Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
