import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';

export interface CopiedResponse {
  status: number;
  headers: string[];
  body: string;
}

export interface BareServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Headers that `node:http` sets itself. */
const AUTOMATIC_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

export async function copyResponse(url: string, headers: Record<string, string>): Promise<CopiedResponse> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  const chunks = (await response.toArray()) as Buffer[];
  const copied: string[] = [];
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2);
    if (!AUTOMATIC_HEADERS.has(name.toLowerCase())) copied.push(name, value);
  }
  return { status: response.statusCode ?? 0, headers: copied, body: Buffer.concat(chunks).toString('base64') };
}

/**
 * Starts the machine's limit: a `node:http` server in its own process with one prepared response per path.
 *
 * @param node executable of the gateway
 */
export async function startBareServer(node: string, responses: Record<string, CopiedResponse>): Promise<BareServer> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.js'), {
    execPath: node,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(responses);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}
