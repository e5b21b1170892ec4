import { Busy, patiently, retryAfter } from './retry.js';

describe('patience', () => {
  it('asks again after the time it was told', async () => {
    const asked: number[] = [];
    const answer = await patiently(async () => {
      asked.push(Date.now());
      if (asked.length < 3) throw new Busy('later', 40);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(asked[2]! - asked[0]!).toBeGreaterThanOrEqual(75);
  });

  it('does not ask again after a plain refusal', async () => {
    let asked = 0;
    await expect(
      patiently(async () => {
        asked += 1;
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(asked).toBe(1);
  });

  it('reads Retry-After as seconds and as a date', () => {
    expect(retryAfter('2')).toBe(2000);
    expect(retryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 1000)).toBe(4000);
    expect([retryAfter(null), retryAfter('soon')]).toEqual([undefined, undefined]);
  });
});
