import { Agent, request } from 'node:http';
import type { CallKey, CallResponse } from '@rangavalli/contracts/calls';
import { fillPath } from '@rangavalli/contracts/path';

/** Connections are reused: opening sockets is not measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 30_000;

export interface HttpResponse {
  status: number;
  text: string;
  /** Undefined unless the response is JSON. */
  body: unknown;
}

export function send(
  method: string,
  url: string,
  { body, token }: { body?: unknown; token?: string | undefined } = {},
): Promise<HttpResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: received, body: parseJson(received) }),
      );
      response.on('error', reject);
    });
    sending.on('timeout', () => sending.destroy(new Error('no response in time')));
    sending.on('error', reject);
    sending.end(text);
  });
}

/** Makes a documented call and returns its body. Throws unless it succeeded. */
export async function mustCall<K extends CallKey>(
  api: string,
  key: K,
  {
    params = {},
    query = {},
    ...options
  }: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; token?: string } = {},
): Promise<CallResponse<K>> {
  const [method, path] = key.split(' ') as [string, string];
  const search = new URLSearchParams(query).toString();
  const { status, body } = await send(method, `${api}${fillPath(path, params)}${search && '?'}${search}`, options);
  if (status >= 300) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
  return body as CallResponse<K>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
