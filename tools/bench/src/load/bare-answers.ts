import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What the bare server says at an address: an answer of the gateway, copied. */
export interface CopiedAnswer {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** Base64. */
  body: string;
}

export interface BareServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Headers that a server writes by itself. */
const ITS_OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Reads an answer with the bytes as they came, not decompressed. */
export async function copyAnswer(url: string, headers: Record<string, string>): Promise<CopiedAnswer> {
  const { request } = await import('node:http');
  const asked = request(url, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  const parts = (await answer.toArray()) as Buffer[];
  const told: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
    if (!ITS_OWN.has(name.toLowerCase())) told.push(name, value);
  }
  return { status: answer.statusCode ?? 0, headers: told, body: Buffer.concat(parts).toString('base64') };
}

/**
 * The limit of the machine: a `node:http` server in a process of its own that knows one answer for each address and does nothing else.
 * @param node what the gateway runs on
 */
export async function startBareServer(node: string, answers: Record<string, CopiedAnswer>): Promise<BareServer> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.js'), {
    execPath: node,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(answers);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}
