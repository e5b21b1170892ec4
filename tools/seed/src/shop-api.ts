import type { ProductInput } from '@rangavalli/contracts/entities/product';
import { parseRetryAfter } from '@rangavalli/contracts/retry-after';
import { z } from 'zod';
import { TemporaryError, withRetries } from './retry.js';

const TIMEOUT_MS = 30_000;
const loginResponse = z.object({ token: z.string() });
const listResponse = z.object({
  products: z.array(z.object({ name: z.string() })),
  nextCursor: z.string().optional(),
});

/** A response that a retry does not change. `code` as in the contracts. */
export class RejectedError extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}
const errorResponse = z.object({ code: z.string() });

const codeOf = (text: string): string | undefined => {
  try {
    return errorResponse.safeParse(JSON.parse(text)).data?.code;
  } catch {
    return undefined; // not JSON, such as a proxy's page
  }
};

/** Each call retries 429, 5xx and connection errors. */
export class ShopApi {
  #token = '';

  constructor(private readonly url: string) {}

  async logIn(admin: { email: string; password: string }): Promise<void> {
    this.#token = loginResponse.parse(await withRetries(() => this.#call('POST', '/users/login', admin))).token;
  }

  async productNames(): Promise<Set<string>> {
    const names = new Set<string>();
    for (let query: string | undefined = ''; query !== undefined;) {
      const path = `/products/getAll${query}`;
      const { products, nextCursor } = listResponse.parse(await withRetries(() => this.#call('GET', path)));
      for (const { name } of products) names.add(name);
      query = nextCursor && `?limit=100&cursor=${encodeURIComponent(nextCursor)}`;
    }
    return names;
  }

  /** Creates a product exactly once: a retry first checks whether the lost response was a success. */
  async create(product: ProductInput): Promise<void> {
    let isRetry = false;
    await withRetries(async () => {
      if (isRetry && (await this.productNames()).has(product.name)) return;
      isRetry = true;
      await this.#call('POST', '/products/create', product);
    });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new TemporaryError(`${method} ${path} failed: ${String(error)}`);
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const message = `${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`;
    throw response.status === 429 || response.status >= 500
      ? new TemporaryError(message, parseRetryAfter(response.headers.get('retry-after')))
      : new RejectedError(message, codeOf(text));
  }
}
