import { Readable } from 'node:stream';

/** Characters that are sent at once: a chunk for each item would cost more than the item. */
const CHUNK_LENGTH = 65_536;

/**
 * Returns a JSON array of the items as a stream, which serialises them as they are read: neither all items nor the
 * whole text are in memory at once.
 * @throws what reading the first item throws; later errors end the stream
 */
export async function streamJsonArray<T>(items: AsyncIterable<T>, toJson: (item: T) => unknown): Promise<Readable> {
  const iterator = items[Symbol.asyncIterator]();
  return toStream(jsonChunks(await iterator.next(), iterator, toJson));
}

/** As `streamJsonArray`, for several readers: each call returns a stream of the whole text, which is produced once. */
export function shareJsonArray<T>(items: AsyncIterable<T>, toJson: (item: T) => unknown): () => Promise<Readable> {
  const iterator = items[Symbol.asyncIterator]();
  const first = iterator.next();
  const chunks = first.then((item) => jsonChunks(item, iterator, toJson));
  chunks.catch(() => undefined); // each reader sees that of the first item
  const parts = share(chunks);
  return async () => {
    await first;
    return toStream(textOf(parts));
  };
}

interface Part {
  text: string;
  next: NextPart;
}
type NextPart = () => Promise<Part | undefined>;

/** Requests each part when the first reader needs it; readers that come later receive the same. */
function share(source: Promise<AsyncIterator<string>>): NextPart {
  const read = async (): Promise<Part | undefined> => {
    const { done, value } = await (await source).next();
    return done ? undefined : { text: value, next: share(source) };
  };
  let part: Promise<Part | undefined> | undefined;
  return () => (part ??= read());
}

async function* textOf(first: NextPart): AsyncGenerator<string> {
  for (let part = await first(); part; part = await part.next()) yield part.text;
}

const toStream = (text: AsyncGenerator<string>): Readable => Readable.from(text, { objectMode: false });

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
