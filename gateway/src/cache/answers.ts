import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.js';
import type { Subject } from './shared-reads.js';

/** A list may be as old as this after pieces were held or sold, or as a replica was asked that had not heard of an edit, ms. */
const MOMENT_MS = 40;
/** However quiet it is, an answer is asked for anew after this, ms. */
const LONGEST_LIFE_MS = 60_000;
/** So long while nobody can be heard, ms. */
const DEAF_LIFE_MS = 1_000;
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

  constructor(readonly url: string, readonly subject: Subject, private readonly ended: (fill: Fill) => void) {}

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
  private soon: NodeJS.Timeout | undefined;
  private deaf = true;

  /** @param bytes the memory for all of them; 0 keeps nothing */
  constructor(private readonly bytes: number) {
    const of = (maxSize: number) => new LRUCache<string, Answer>({ maxSize: Math.max(1, Math.floor(maxSize)), maxEntrySize: Math.max(1, Math.floor(bytes * LARGEST_SHARE)), sizeCalculation: ({ size }) => size, ttl: LONGEST_LIFE_MS });
    this.lists = of(bytes * LISTS_SHARE);
    this.products = of(bytes * (1 - LISTS_SHARE));
  }

  /** What is kept of an address. */
  get(url: string, subject: Subject): Answer | undefined {
    const answer = subject === 'lists' ? this.lists.get(url) : this.products.get(subject.productId);
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

  /** Keeps what was fetched, unless it is old already, and hands it to those who wait. */
  keep(fill: Fill, answer: Answer): void {
    if (!fill.spoiled && this.bytes > 0) {
      if (fill.subject === 'lists') this.lists.set(fill.url, answer);
      else this.products.set(fill.subject.productId, answer);
    }
    fill.end(answer);
  }

  /** A product has changed: its own answer goes at once, lists at once or in a moment. */
  changed(productId: string, when: 'at once' | 'in a moment'): void {
    this.products.delete(productId);
    this.spoil((subject) => subject !== 'lists' && subject.productId === productId);
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
    this.deaf = !heard;
    if (heard) this.clear();
  }

  private forgetLists(): void {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.lists.clear();
    this.spoil((subject) => subject === 'lists');
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
