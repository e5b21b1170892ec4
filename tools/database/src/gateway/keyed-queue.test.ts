import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs work under one key in order, also after a failure', async () => {
    const queue = new KeyedQueue();
    const events: string[] = [];
    const job =
      (name: string, ms: number, fails = false) =>
      async () => {
        events.push(`${name} starts`);
        await sleep(ms);
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([
      queue.run('k', job('first', 20)),
      queue.run('k', job('second', 5, true)),
      queue.run('k', job('third', 0)),
    ]);
    const jobs = ['first', 'second', 'third'];
    expect(events).toEqual(jobs.flatMap((name) => [`${name} starts`, `${name} ends`]));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      'first',
      'Error: second',
      'third',
    ]);
  });

  it('runs other keys concurrently and removes idle keys', async () => {
    const queue = new KeyedQueue();
    let finish = (): void => undefined;
    const blocked = queue.run('busy', () => new Promise<void>((resolve) => (finish = resolve)));
    await expect(queue.run('free', async () => 'done')).resolves.toBe('done');
    finish();
    await blocked;
    await sleep(0);
    expect((queue as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
  });
});
