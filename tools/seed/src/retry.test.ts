import { TemporaryError, withRetries } from './retry.js';

describe('withRetries', () => {
  it('retries after the delay that the server named', async () => {
    const attempts: number[] = [];
    const result = await withRetries(async () => {
      attempts.push(Date.now());
      if (attempts.length < 3) throw new TemporaryError('busy', 40);
      return 'done';
    });
    expect(result).toBe('done');
    expect(attempts[2]! - attempts[0]!).toBeGreaterThanOrEqual(75);
  });

  it('does not retry other errors', async () => {
    let attempts = 0;
    await expect(
      withRetries(async () => {
        attempts += 1;
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(attempts).toBe(1);
  });
});
