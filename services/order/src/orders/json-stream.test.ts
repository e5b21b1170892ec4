import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { shareJsonArray, streamJsonArray } from './json-stream.js';

describe('a JSON array as a stream', () => {
  const item = (id: number) => ({ id, note: 'Kanchipuram pattu, ₹'.repeat(50) });
  async function* count(to: number, beforeLast: Promise<unknown> = Promise.resolve()) {
    for (let id = 1; id <= to; id += 1) {
      if (id === to) await beforeLast;
      yield item(id);
    }
  }

  it.each([0, 1, 40])('has all of %i items', async (length) => {
    const expected = Array.from({ length }, (_none, index) => item(index + 1));
    expect(JSON.parse(await text(await streamJsonArray(count(length), (one) => one)))).toEqual(expected);
  });

  it('sends the first bytes before the last item is read', async () => {
    let sendLast = (): void => {};
    const serialised: number[] = [];
    const beforeLast = new Promise<void>((resolve) => (sendLast = resolve));
    const stream = await streamJsonArray(count(100, beforeLast), (one) => {
      serialised.push(one.id);
      return one;
    });
    let received = '';
    for await (const chunk of stream) {
      // The last item is only made once the first bytes are here.
      if (!received) expect(serialised).not.toContain(100);
      received += String(chunk);
      sendLast();
    }
    expect(JSON.parse(received)).toHaveLength(100);
  });

  it('fails at once when the first item cannot be read, and later as a stream', async () => {
    const failing = async function* (items: number) {
      yield* count(items);
      throw new Error('connection lost');
    };
    await expect(streamJsonArray(failing(0), (one) => one)).rejects.toThrow('connection lost');
    await expect(text(await streamJsonArray(failing(1), (one) => one))).rejects.toThrow('connection lost');
  });

  it('gives several readers the same text, whenever they come, and reads each item once', async () => {
    let serialised = 0;
    const read = shareJsonArray(count(200), (one) => {
      serialised += 1;
      return one;
    });
    const expected = Array.from({ length: 200 }, (_none, index) => item(index + 1));
    const gone = await read();
    await once(gone, 'readable');
    gone.destroy();
    const texts = await Promise.all([read(), read()].map(async (stream) => text(await stream)));
    for (const one of [...texts, await text(await read())]) expect(JSON.parse(one)).toEqual(expected);
    expect(serialised).toBe(200);
  });

  it('fails for every reader when the first item cannot be read', async () => {
    const failing = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('connection lost')) }) };
    const read = shareJsonArray(failing, (one) => one);
    await expect(read()).rejects.toThrow('connection lost');
    await expect(read()).rejects.toThrow('connection lost');
  });

  it('stops reading when the client goes', async () => {
    let isClosed = false;
    const closing = async function* () {
      try {
        for (;;) yield* count(40);
      } finally {
        isClosed = true;
      }
    };
    const stream = await streamJsonArray(closing(), (one) => one);
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(isClosed).toBe(true);
  });
});
