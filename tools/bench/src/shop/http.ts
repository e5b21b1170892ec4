import { Agent, request } from 'node:http';

/** Connections are reused: opening sockets is not measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 30_000;

export interface HttpResponse {
  status: number;
  /** Undefined unless the response is JSON. */
  body: unknown;
}

/** Makes a JSON call with little CPU time: the load generator shares its cores with the shop. */
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
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parseJson(received) }));
      response.on('error', reject);
    });
    sending.on('timeout', () => sending.destroy(new Error('no response in time')));
    sending.on('error', reject);
    sending.end(text);
  });
}

/** Makes a call and returns its body. Throws unless it succeeded. */
export async function mustSend<T>(...args: Parameters<typeof send>): Promise<T> {
  const { status, body } = await send(...args);
  if (status >= 300) throw new Error(`${args[0]} ${args[1]}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
