import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('turns', () => {
  it('runs what is taken under one key one after the other, in order, past one that fails', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const job =
      (name: string, ms: number, fails = false) =>
      async () => {
        seen.push(`${name} begins`);
        await sleep(ms);
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const answers = await Promise.allSettled([
      turns.take('k', job('first', 20)),
      turns.take('k', job('second', 5, true)),
      turns.take('k', job('third', 0)),
    ]);
    expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      'first',
      'Error: second',
      'third',
    ]);
  });

  it('lets other keys go meanwhile, and forgets a key when nobody waits', async () => {
    const turns = new Turns();
    let letGo = (): void => undefined;
    const held = turns.take('busy', () => new Promise<void>((resolve) => (letGo = resolve)));
    await expect(turns.take('free', async () => 'at once')).resolves.toBe('at once');
    letGo();
    await held;
    await sleep(0);
    expect((turns as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
  });
});
