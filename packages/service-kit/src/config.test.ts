import { z } from 'zod';
import { TEST_IDENTITY_ENV } from './testing/test-identity.js';
import { ConfigurationError, publicUrlRule, readConfig, serviceConfig } from './config.js';

const env = {
  PORT: '3001',
  NATS_URL: 'nats://127.0.0.1:4222',
  ...TEST_IDENTITY_ENV,
  MONGODB_URI: 'mongodb://127.0.0.1/x',
};

describe('readConfig', () => {
  it('applies defaults', () => {
    expect(readConfig(serviceConfig, env)).toMatchObject({
      PORT: 3001,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      MONGODB_POOL: 20,
    });
  });

  it('names every invalid variable and its value', () => {
    const wrong = { ...env, PORT: 'eighty', LOG_LEVEL: 'loud', NATS_URL: '' };
    expect(() => readConfig(serviceConfig, wrong)).toThrow(ConfigurationError);
    expect(() => readConfig(serviceConfig, wrong)).toThrow(/NATS_URL: .*\(value: missing\)/);
    expect(() => readConfig(serviceConfig, wrong)).toThrow(
      /PORT: .*\(value: "eighty"\)[^]*LOG_LEVEL: .*\(value: "loud"\)/,
    );
  });

  it('never shows the value of a secret', () => {
    expect(() => readConfig(serviceConfig, { ...env, IDENTITY_PUBLIC_KEYS: 'short-one' })).toThrow(
      /IDENTITY_PUBLIC_KEYS: must be a JWKS .*value: hidden/,
    );
    try {
      readConfig(serviceConfig.extend({ API_TOKEN: z.string().min(50) }), { ...env, API_TOKEN: 'abc-def' });
    } catch (error) {
      expect(String(error)).not.toContain('abc-def');
    }
    expect.assertions(2);
  });
});

describe('publicUrlRule', () => {
  const schema = serviceConfig
    .extend({ PUBLIC_URL: z.url().optional() })
    .refine(publicUrlRule.isMet, publicUrlRule.issue);
  const read = (NODE_ENV: string, PUBLIC_URL: string) =>
    readConfig(schema, { ...env, NODE_ENV, PUBLIC_URL }).PUBLIC_URL;

  it.each([
    ['production', 'https://shop.example'],
    ['production', 'http://localhost:8080'],
    ['production', 'http://127.0.0.1:8080'],
    ['production', ''],
    ['development', 'http://shop.example'],
  ])('accepts in %s "%s"', (mode, url) => {
    expect(read(mode, url)).toBe(url || undefined);
  });

  it.each(['http://shop.example', 'http://localhost.shop.example', 'http://127.0.0.1.example'])(
    'refuses %s in production',
    (url) => {
      expect(() => read('production', url)).toThrow('PUBLIC_URL: must be an https address in production');
    },
  );
});
