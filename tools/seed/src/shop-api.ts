import type { ProductInput } from '@rangavalli/contracts/entities/product';
import { z } from 'zod';
import { Busy, patiently, retryAfter } from './retry.js';

const DEADLINE_MS = 30_000;
const loginAnswer = z.object({ token: z.string() });
const listAnswer = z.object({ products: z.array(z.object({ name: z.string() })) });

/** The shop's HTTP API as the seed uses it; each call waits out 429, 5xx and a server that is not up yet. */
export class ShopApi {
  #token = '';

  constructor(private readonly url: string) {}

  async logIn(admin: { email: string; password: string }): Promise<void> {
    this.#token = loginAnswer.parse(await patiently(() => this.#call('POST', '/users/login', admin))).token;
  }

  async productNames(): Promise<Set<string>> {
    const { products } = listAnswer.parse(await patiently(() => this.#call('GET', '/products/getAll')));
    return new Set(products.map(({ name }) => name));
  }

  /** Creates a product once: when an answer got lost, it looks before it asks again. */
  async create(product: ProductInput): Promise<void> {
    let asked = false;
    await patiently(async () => {
      if (asked && (await this.productNames()).has(product.name)) return;
      asked = true;
      await this.#call('POST', '/products/create', product);
    });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch((error: unknown) => {
      throw new Busy(
        `${method} ${path} did not get through: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    const text = await answer.text();
    if (answer.status === 429 || answer.status >= 500)
      throw new Busy(
        `${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`,
        retryAfter(answer.headers.get('retry-after')),
      );
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }
}
