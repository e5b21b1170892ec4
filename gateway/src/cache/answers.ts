import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';
import type { Subject } from './shared-reads.js';

/** A list may be as old as this after pieces were held or sold, or as a replica was asked that had not heard of an edit, ms. */
const MOMENT_MS = 40;
/** However quiet it is, an answer is asked for anew after this, ms. */
const LONGEST_LIFE_MS = 60_000;
/** So long while nobody can be heard, ms. */
const DEAF_LIFE_MS = 1_000;
/**
 * What was asked for just after a change may come from a process which has not heard of it: it lives as long as the change is old by
 * then, and at least so long, ms. So it is told for twice as long as the slowest process takes to hear (and 100 ms where
 * that is quicker than this), while what did not change lately stays.
 */
const SHORTEST_LIFE_MS = 50;
/** So many products are remembered as changed lately. */
const CHANGED_AT_MOST = 20_000;
/** Larger answers are passed on and not kept, a share of the memory. */
const LARGEST_SHARE = 1 / 8;
/** Of the memory lists have this much, products the rest. */
const LISTS_SHARE = 3 / 4;

/** An answer that is being fetched, for whoever wants it meanwhile. */
export class Fill {
  private settle: (answer: Answer | undefined) => void = () => undefined;
  /** The answer; undefined when there is none to share. */
  readonly answer = new Promise<Answer | undefined>((resolve) => (this.settle = resolve));
  /** What it tells of was changed meanwhile: it goes to those who waited, and is not kept. */
  spoiled = false;
  readonly begunAt = performance.now();

  constructor(
    readonly url: string,
    readonly subject: Subject,
    private readonly ended: (fill: Fill) => void,
  ) {}

  /** Hands the answer on, once. */
  end(answer?: Answer): void {
    this.ended(this);
    this.settle(answer);
  }
}

/** Everybody's answers in memory: bounded, each fetched once at a time, gone when what they tell of has changed. */
export class Answers {
  private readonly lists: LRUCache<string, Answer>;
  private readonly products: LRUCache<string, Answer>;
  private readonly fills = new Map<string, Fill>();
  /** When changes of a product, of any, and of who knows what were last heard of, on the clock of `performance.now()`. */
  private readonly productsChanged = new LRUCache<string, number>({ max: CHANGED_AT_MOST, ttl: LONGEST_LIFE_MS });
  private listsChanged = Number.NEGATIVE_INFINITY;
  private allChanged = Number.NEGATIVE_INFINITY;
  private soon: NodeJS.Timeout | undefined;
  private deaf = true;
  private wasHeard = false;

  /** @param bytes the memory for all of them; 0 keeps nothing */
  constructor(private readonly bytes: number) {
    const of = (maxSize: number) =>
      new LRUCache<string, Answer>({
        maxSize: Math.max(1, Math.floor(maxSize)),
        maxEntrySize: Math.max(1, Math.floor(bytes * LARGEST_SHARE)),
        sizeCalculation: ({ size }) => size,
        ttl: LONGEST_LIFE_MS,
      });
    this.lists = of(bytes * LISTS_SHARE);
    this.products = of(bytes * (1 - LISTS_SHARE));
  }

  /** What is kept of an address. */
  get(url: string, subject: Subject): Answer | undefined {
    const answer = subject.productId === undefined ? this.lists.get(url) : this.products.get(subject.productId);
    return answer && this.deaf && Date.now() - answer.at > DEAF_LIFE_MS ? undefined : answer;
  }

  /** Somebody fetches this already. */
  fillOf(url: string): Fill | undefined {
    return this.fills.get(url);
  }

  /** From now on others may wait for what this caller fetches; `end` is to be called whatever happens. */
  begin(url: string, subject: Subject): Fill {
    const fill = new Fill(url, subject, (one) => {
      if (this.fills.get(url) === one) this.fills.delete(url);
    });
    this.fills.set(url, fill);
    return fill;
  }

  /** Keeps what was fetched for as long as it may, unless it is old already, and hands it to those who wait. */
  keep(fill: Fill, answer: Answer): void {
    const ttl = fill.begunAt + this.lifeOf(fill) - performance.now();
    if (!fill.spoiled && this.bytes > 0 && ttl >= 1) {
      const { productId } = fill.subject;
      if (productId === undefined) this.lists.set(fill.url, answer, { ttl });
      else this.products.set(productId, answer, { ttl });
    }
    fill.end(answer);
  }

  /** A product has changed: its own answer goes at once, lists at once or in a moment. */
  changed(productId: string, when: 'at once' | 'in a moment'): void {
    this.listsChanged = performance.now();
    this.productsChanged.set(productId, this.listsChanged);
    this.products.delete(productId);
    this.spoil((subject) => subject.productId === productId);
    if (when === 'at once') this.forgetLists();
    // Also after an edit: another replica of the catalog than the one that wrote it may hear of it a little later than we do.
    this.soon ??= setTimeout(() => this.forgetLists(), MOMENT_MS).unref();
  }

  /** Nothing that is kept is true for sure any more. */
  clear(): void {
    this.products.clear();
    this.forgetLists();
    this.spoil(() => true);
  }

  /** Whether changes are heard of at all; while they are not, what is kept lives a second. */
  hears(heard: boolean): void {
    if (heard && this.wasHeard) this.allChanged = performance.now();
    if (heard) this.clear();
    this.wasHeard ||= heard;
    this.deaf = !heard;
  }

  private forgetLists(): void {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.lists.clear();
    this.spoil((subject) => subject.productId === undefined);
  }

  /** How long an answer may be kept, from the moment on at which it was asked for, ms. */
  private lifeOf({ begunAt, subject: { productId } }: Fill): number {
    const own =
      productId === undefined ? this.listsChanged : (this.productsChanged.get(productId) ?? Number.NEGATIVE_INFINITY);
    return Math.min(LONGEST_LIFE_MS, Math.max(SHORTEST_LIFE_MS, begunAt - Math.max(own, this.allChanged)));
  }

  /** What is on its way was read before the change, perhaps: whoever comes from now on asks anew. */
  private spoil(concerned: (subject: Subject) => boolean): void {
    for (const [url, fill] of this.fills) {
      if (!concerned(fill.subject)) continue;
      fill.spoiled = true;
      this.fills.delete(url);
    }
  }
}
