import type { QueryResult, PageHead, PageModule, Piece, ServerPage } from './page-module.js';
import type { ApiReads } from './api-reads.js';

/**
 * The data of a page have to be there by then, ms; else the browser asks for them itself. On a phone that takes two seconds and more:
 * a shop that is slow for a moment is worth waiting for, one that is down says so at once.
 */
export const DATA_DEADLINE_MS = 1_000;
/** A page whose data lead to more data is asked for so often at most. */
const MOST_PASSES = 4;

type Load = (signal: AbortSignal) => Promise<unknown>;

/** What was rendered, and all that it was made of. */
export interface Rendering {
  html: string;
  head: PageHead;
  results: Record<string, QueryResult>;
  /** Ids of the parts with files of their own that are in the HTML. */
  parts: string[];
  /** Version of each answer by its path at the API; undefined when one of them has none, so that nothing can be kept. */
  tags: Map<string, string> | undefined;
}

/** Each slice has its own class of this name (`web-kit/src/data/api-error.ts`). */
interface Refusal {
  name: 'ApiError';
  code: string;
  message: string;
  status: number;
}
const isRefusal = (thrown: unknown): thrown is Refusal => {
  const { name, status } = (thrown ?? {}) as Partial<Refusal>;
  return name === 'ApiError' && (status === 404 || status === 400);
};

/** One page while it is rendered: collects what its parts ask for, gets it, and renders again until nothing is missing. */
export class PageUnderWay implements ServerPage {
  private readonly known = new Map<string, QueryResult>();
  private readonly wanted = new Map<string, Load>();
  private readonly shown = new Set<string>();
  private readonly tags = new Map<string, string>();
  private keepable = true;
  private head: PageHead = { title: '' };

  /** @param parts parts with files of their own, by the ids under which the page asks for them */
  constructor(
    private readonly reads: ApiReads | undefined,
    private readonly parts: Readonly<Record<string, Piece>>,
  ) {}

  get api(): string {
    return '';
  }

  readonly fetch = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!this.reads) throw new Error('There is no API to ask.');
    const path = String(address);
    const { status, tag, body } = await this.reads.read(path, init?.signal ?? AbortSignal.timeout(DATA_DEADLINE_MS));
    if (status === 200 && tag) this.tags.set(path, tag);
    else this.keepable = false;
    return new Response(body, { status });
  };

  queryResult(key: string, load: Load): QueryResult | undefined {
    const answer = this.known.get(key);
    if (!answer) this.wanted.set(key, load);
    return answer;
  }

  part(id: string): Piece | undefined {
    const piece = this.parts[id];
    if (piece) this.shown.add(id);
    return piece;
  }

  describe(head: PageHead): void {
    this.head = {
      ...this.head,
      ...Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)),
    };
  }

  /** Renders until nothing is missing. @param within runs work in which this is the page that is rendered */
  async render(module: PageModule, address: string, within: <T>(work: () => T) => T): Promise<Rendering> {
    const signal = AbortSignal.timeout(DATA_DEADLINE_MS);
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      this.shown.clear();
      this.head = { title: '' };
      const html = within(() => module.render(address));
      if (this.wanted.size === 0) return this.done(html);
      await within(() => this.load(signal));
    }
    throw new Error(`${address} asked for more and more.`);
  }

  private async load(signal: AbortSignal): Promise<void> {
    const questions = [...this.wanted];
    this.wanted.clear();
    await Promise.all(questions.map(async ([key, load]) => this.known.set(key, await this.answer(load, signal))));
  }

  private async answer(load: Load, signal: AbortSignal): Promise<QueryResult> {
    try {
      return { data: await load(signal) };
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      const { code, message, status } = thrown;
      return { error: { code, message, status } };
    }
  }

  private done(html: string): Rendering {
    // React has put a skeleton in the place of what threw: the browser does better.
    if (html.includes('<!--$!-->') || html.includes('<!--$?-->'))
      throw new Error('A part of the page could not be rendered.');
    return {
      html,
      head: this.head,
      results: Object.fromEntries(this.known),
      parts: [...this.shown],
      tags: this.keepable ? this.tags : undefined,
    };
  }
}
