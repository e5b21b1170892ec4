import { Readable } from 'node:stream';

/** Characters that are sent at once: a chunk for each item would cost more than the item. */
const CHUNK_LENGTH = 16_384;

/**
 * Returns a JSON array of the items as a stream, which serialises them as they are read: neither all items nor the
 * whole text are in memory at once.
 * @throws what reading the first item throws; later errors end the stream
 */
export async function streamJsonArray<T>(items: AsyncIterable<T>, toJson: (item: T) => unknown): Promise<Readable> {
  const iterator = items[Symbol.asyncIterator]();
  return Readable.from(jsonChunks(await iterator.next(), iterator, toJson), { objectMode: false });
}

async function* jsonChunks<T>(
  first: IteratorResult<T>,
  iterator: AsyncIterator<T>,
  toJson: (item: T) => unknown,
): AsyncGenerator<string> {
  try {
    let text = '[';
    let separator = '';
    for (let next = first; !next.done; next = await iterator.next()) {
      text += separator + JSON.stringify(toJson(next.value));
      separator = ',';
      if (text.length < CHUNK_LENGTH) continue;
      yield text;
      text = '';
    }
    yield `${text}]`;
  } finally {
    // The client may have gone: closes the cursor.
    await iterator.return?.();
  }
}
