import { Agent, request } from 'node:http';

/** Connections are kept: what is measured is the shop and not the opening of sockets. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** A call that is not answered by then has failed, ms. */
const PATIENCE_MS = 30_000;

export interface Answer {
  status: number;
  /** Undefined where the answer is no JSON. */
  body: unknown;
}

/** One JSON call with little work of its own: the driver runs on the same cores as the shop. */
export function send(
  method: string,
  url: string,
  { body, token }: { body?: unknown; token?: string | undefined } = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers, timeout: PATIENCE_MS }, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: parsed(received) }));
      answer.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', reject);
    call.end(text);
  });
}

/** The same where only a good answer will do. */
export async function mustSend<T>(...call: Parameters<typeof send>): Promise<T> {
  const { status, body } = await send(...call);
  if (status >= 300) throw new Error(`${call[0]} ${call[1]}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
