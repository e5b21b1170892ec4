import { AppError } from '@rangavalli/service-kit/app-error';
import { inSpan } from '@rangavalli/service-kit/tracing/tracing';
import type { z } from 'zod';

const RETRY_DELAY_MS = 200;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** So many failures in a row open the circuit, for so long. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 15_000;

export interface CourierRequest {
  method?: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Repeated once after a failure: for requests without effects. */
  isRead?: boolean;
  timeoutMs?: number;
}

export interface CourierResponse {
  status: number;
  body: unknown;
}

/**
 * Requests to the API of a courier, with a timeout each. After some failures in a row, requests fail at once for a
 * while: screens and sweeps do not wait for a courier that is down.
 */
export class CourierHttp {
  private failures = 0;
  private openUntil = 0;

  constructor(
    private readonly name: string,
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
  ) {}

  /** Returns any response below 500. @throws AppError COURIER_UNAVAILABLE */
  async request(request: CourierRequest): Promise<CourierResponse> {
    const { isRead = request.method !== 'POST' } = request;
    try {
      return await this.attempt(request);
    } catch (error) {
      if (!isRead || Date.now() < this.openUntil) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return this.attempt(request);
    }
  }

  /**
   * @throws AppError COURIER_UNAVAILABLE, also for an unexpected response, with its sentence; COURIER_REFUSED with its
   *   sentence
   */
  async read<T extends z.ZodType>(shape: T, request: CourierRequest): Promise<z.output<T>> {
    return this.parse(shape, await this.request(request));
  }

  parse<T extends z.ZodType>(shape: T, { status, body }: CourierResponse): z.output<T> {
    if (status >= 400) throw refusal(body);
    const parsed = shape.safeParse(body);
    // Some problems, as of the account, have a status of success.
    if (!parsed.success) throw this.unavailable(parsed.error, sentenceOf(body));
    return parsed.data;
  }

  /** Downloads a PDF that the API names. @throws AppError COURIER_UNAVAILABLE */
  async download(url: string): Promise<Buffer> {
    const address = new URL(url);
    if (address.protocol !== 'https:' && address.origin !== new URL(this.baseUrl).origin)
      throw this.unavailable(new Error(`Not an https address: ${address.origin}`));
    try {
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(this.timeoutMs) });
      const isTooLarge = Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES;
      if (!response.ok || isTooLarge) throw new Error(`Status ${response.status}`);
      const file = Buffer.from(await response.arrayBuffer());
      if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('Not a PDF');
      return file;
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  private async attempt(request: CourierRequest): Promise<CourierResponse> {
    if (Date.now() < this.openUntil) throw this.unavailable(new Error('The circuit is open'));
    try {
      const attributes = { 'server.address': this.name };
      const response = await inSpan({ name: `request ${this.name}`, kind: 'client', attributes }, () =>
        this.send(request),
      );
      this.failures = 0;
      return response;
    } catch (error) {
      this.failures += 1;
      if (this.failures >= FAILURES_TO_OPEN) this.openUntil = Date.now() + OPEN_MS;
      throw this.unavailable(error);
    }
  }

  private async send({ method = 'GET', path, query, json, form, headers, timeoutMs }: CourierRequest) {
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(json ? { body: JSON.stringify(json) } : form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs ?? this.timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) throw new Error(`Status ${response.status}`);
    return { status: response.status, body: parseJson(text) };
  }

  private unavailable(cause: unknown, sentence?: string): AppError {
    const message = sentence
      ? `${this.name} responded: ${sentence}`
      : `${this.name} does not respond at the moment. Please try again.`;
    return new AppError('COURIER_UNAVAILABLE', { message, cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { message: text };
  }
}

const MAX_SENTENCE_LENGTH = 200;

/** Returns the courier's first sentence of a refusal: of a field, else of the whole. An HTML page has none. */
export function sentenceOf(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const text = body.replaceAll(/\s+/g, ' ').trim();
    return text.startsWith('<') ? undefined : text.slice(0, MAX_SENTENCE_LENGTH) || undefined;
  }
  if (Array.isArray(body)) return body.map(sentenceOf).find(Boolean);
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  for (const name of [
    'errors',
    'remarks',
    'packages',
    'data',
    'response',
    'message',
    'rmk',
    'remark',
    'error',
    'detail',
  ]) {
    const sentence = sentenceOf(fields[name]);
    if (sentence) return sentence;
  }
  const first = Object.values(fields)[0];
  return Array.isArray(first) ? sentenceOf(first) : undefined;
}

/** Returns what logs may contain of an error: a courier's sentence may quote the address. */
export const loggedError = (error: unknown): { code?: string; err?: unknown } => {
  if (!(error instanceof AppError && error.code.startsWith('COURIER_'))) return { err: error };
  return { code: error.code, ...(error.cause ? { err: error.cause } : {}) };
};

export const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'COURIER_REFUSED';

export function refusal(body: unknown): AppError {
  const message = sentenceOf(body);
  return new AppError('COURIER_REFUSED', message ? { message: `The courier refused this: ${message}` } : {});
}
