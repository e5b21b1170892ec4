/** How much a shelf holds. */
export interface Bounds {
  entries: number;
  /** As their `content-length` says; what says nothing counts `UNTOLD`. */
  bytes: number;
}

const UNTOLD = 50_000;

/** One kind of things that the worker keeps, in a cache of its own; the one kept longest ago goes first. */
export class Shelf {
  private readonly name: string;

  constructor(
    name: string,
    private readonly bounds: Bounds,
  ) {
    this.name = shelfName(name);
  }

  /** What is kept of an address, whatever headers it was asked with. */
  find(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: this.name, ignoreVary: true });
  }

  /** Keeps an answer if it may be kept. A full disk keeps nothing and breaks nothing. */
  async keep(url: string, answer: Response): Promise<void> {
    if (!mayBeKept(answer)) return;
    await (await this.open()).put(url, answer).catch(() => undefined);
  }

  async forget(unwanted: (url: string) => boolean = () => true): Promise<void> {
    const cache = await this.open();
    await Promise.all(
      (await cache.keys())
        .filter(({ url }) => unwanted(url))
        .map((request) => cache.delete(request, { ignoreVary: true })),
    );
  }

  /** Takes away what is too much. */
  async tidy(): Promise<void> {
    const cache = await this.open();
    const newestFirst = (await cache.keys()).toReversed();
    let bytes = 0;
    for (const [index, request] of newestFirst.entries()) {
      const length = Number(
        (await cache.match(request, { ignoreVary: true }))?.headers.get('content-length') ?? UNTOLD,
      );
      bytes += Number.isFinite(length) ? length : UNTOLD;
      if (index >= this.bounds.entries || bytes > this.bounds.bytes) await cache.delete(request, { ignoreVary: true });
    }
  }

  private open(): Promise<Cache> {
    return caches.open(this.name);
  }
}

/** Another number when what is kept is no longer understood: then everything of the one before goes. */
const FORM = 'rangavalli-1-';
const shelfName = (name: string): string => FORM + name;

/** Takes away what another form of the worker has kept. */
export async function forgetOtherForms(): Promise<void> {
  await Promise.all((await caches.keys()).filter((name) => !name.startsWith(FORM)).map((name) => caches.delete(name)));
}

/** A whole answer of the own origin that is not one visitor's alone. A cookie's answer says `private` (the worker cannot see cookies). */
export function mayBeKept(answer: Response): boolean {
  return (
    answer.status === 200 &&
    !answer.redirected &&
    !/private|no-store/i.test(answer.headers.get('cache-control') ?? '') &&
    answer.headers.get('vary') !== '*'
  );
}
