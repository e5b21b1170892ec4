import { z } from 'zod';
import { ConfigurationError, readConfig, serviceConfig } from './config.js';

const env = {
  PORT: '3001',
  NATS_URL: 'nats://127.0.0.1:4222',
  INTERNAL_SECRET: 'sixteen letters!',
  MONGODB_URI: 'mongodb://127.0.0.1/x',
};

describe('the configuration of a process', () => {
  it('is read with its defaults', () => {
    expect(readConfig(serviceConfig, env)).toMatchObject({
      PORT: 3001,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      MONGODB_POOL: 20,
    });
  });

  it('stops the start naming every wrong variable and what it was', () => {
    const wrong = { ...env, PORT: 'eighty', LOG_LEVEL: 'loud', NATS_URL: '' };
    expect(() => readConfig(serviceConfig, wrong)).toThrow(ConfigurationError);
    expect(() => readConfig(serviceConfig, wrong)).toThrow(/NATS_URL: .*\(was: not given\)/);
    expect(() => readConfig(serviceConfig, wrong)).toThrow(/PORT: .*\(was: "eighty"\)[^]*LOG_LEVEL: .*\(was: "loud"\)/);
  });

  it('never shows a secret that is wrong', () => {
    expect(() => readConfig(serviceConfig, { ...env, INTERNAL_SECRET: 'short-one' })).toThrow(
      /INTERNAL_SECRET: .*given \(not shown\)/,
    );
    try {
      readConfig(serviceConfig.extend({ API_TOKEN: z.string().min(50) }), { ...env, API_TOKEN: 'abc-def' });
    } catch (error) {
      expect(String(error)).not.toContain('abc-def');
    }
    expect.assertions(2);
  });
});
