import { fillPath } from '@rangavalli/contracts/path';
import { request } from 'node:http';
import { run } from '../support/store.js';
import type { Case } from './cases.js';

/** What came back, or why nothing did. */
export interface Outcome {
  status: number;
  type: string;
  text: string;
  /** The connection broke or no answer came in time. */
  broken?: string;
}

/** Longer than any call may take: each has its own deadline (rule 10). */
const PATIENCE_MS = 30_000;

/** Sends a case as it is: Node's plain client changes nothing and refuses little. */
export function send({ operation, params, query, body, headers }: Case, token: string | undefined): Promise<Outcome> {
  const address = new URL(run().api);
  const path = fillPath(
    operation.path,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wellFormed(value)])),
  );
  const search = query
    .map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`)
    .join('&');
  const bytes = body === undefined ? undefined : Buffer.from(body.text);
  return new Promise((resolve) => {
    const sent = request({
      host: address.hostname,
      port: address.port,
      method: operation.method,
      path: `${address.pathname}${path}${search && `?${search}`}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(bytes ? { 'content-length': bytes.length, ...(body?.type ? { 'content-type': body.type } : {}) } : {}),
        ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      },
      timeout: PATIENCE_MS,
      agent: false,
    });
    const broken = (why: string) => resolve({ status: 0, type: '', text: '', broken: why });
    sent.on('timeout', () => {
      sent.destroy();
      broken(`no answer within ${PATIENCE_MS} ms`);
    });
    sent.on('error', (error) => broken(String(error)));
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: Buffer.concat(parts).toString(),
        }),
      );
      answer.on('error', (error) => broken(String(error)));
    });
    if (bytes) sent.write(bytes);
    sent.end();
  });
}

/** Lone surrogates can't be written into an address; they are sent as the replacement character. */
const wellFormed = (text: string): string => text.toWellFormed();
