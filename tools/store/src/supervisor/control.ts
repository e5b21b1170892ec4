// The supervisor's control API, on this machine only: what runs, stop or restart one, the environment of one for
// running it by hand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { ManagedProcess } from './managed-process.js';
import { NotPossible, type Release, Replicas } from './replicas.js';
import type { Supervisor } from './supervisor.js';

const READY_MS = 60_000;
const ACTIONS = ['stop', 'start', 'restart'] as const;
type Action = (typeof ACTIONS)[number];
const wishes = {
  scale: z.object({ to: z.number().int() }),
  roll: z.object({ release: z.object({ program: z.string(), version: z.string() }).nullish() }),
};

/**
 * Serves
 * - `GET /processes`: the run file's processes
 * - `POST /processes/<name>/stop|start|restart`: answers when it is done (started: ready)
 * - `GET /processes/<name>/env`: its own environment and command
 * - `POST /services/<name>/scale {"to": 2}`: so many processes of it
 * - `POST /services/<name>/roll`: its processes anew, one after the other; `{"release": {program, version}}`: as another
 *   version, `{"release": null}`: as the checkout's own
 * - `POST /shutdown`
 *
 * Browsers are refused, so that no page can reach it. Resolves with its address and how to close it.
 */
export async function serveControl(
  supervisor: Supervisor,
  shutdown: () => void,
): Promise<{ address: string; close: () => void }> {
  const replicas = new Replicas(supervisor);
  const server = createServer((request, response) => {
    handle(supervisor, replicas, shutdown, request)
      .catch((error: unknown) =>
        error instanceof NotPossible
          ? { status: 409, body: { message: error.message } }
          : { status: 500, body: { message: String(error) } },
      )
      .then(({ status, body }) => answer(response, status, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

interface Answer {
  status: number;
  body: unknown;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function handle(
  supervisor: Supervisor,
  replicas: Replicas,
  shutdown: () => void,
  request: IncomingMessage,
): Promise<Answer> {
  const { method = '', url = '/', headers } = request;
  if (headers.origin || !/^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? ''))
    return { status: 403, body: { message: 'not from a browser' } };
  const [, first, name = '', action = ''] = url.split('/');
  if (method === 'GET' && url === '/processes') return { status: 200, body: supervisor.run.processes };
  if (method === 'POST' && url === '/shutdown') {
    setImmediate(shutdown);
    return { status: 202, body: { message: 'stopping' } };
  }
  if (method === 'POST' && first === 'services' && (action === 'scale' || action === 'roll')) {
    const wish = wishes[action].safeParse(await json(request).catch(() => ({})));
    if (!wish.success) return { status: 400, body: { message: z.prettifyError(wish.error) } };
    const { to, release } = wish.data as { to?: number; release?: Release | null };
    await (to === undefined ? replicas.roll(name, release) : replicas.scale(name, to));
    return {
      status: 200,
      body: Object.fromEntries(
        Object.entries(supervisor.run.processes).filter(
          ([one]) => supervisor.processes.get(one)?.definition.of === name,
        ),
      ),
    };
  }
  const managed = supervisor.processes.get(name);
  if (first !== 'processes' || !managed) return { status: 404, body: { message: `nothing at ${method} ${url}` } };
  if (method === 'GET' && action === 'env') {
    const { command, args, env } = managed.definition;
    return { status: 200, body: { command, args, env } };
  }
  if (method !== 'POST' || !isAction(action)) return { status: 404, body: { message: `nothing at ${method} ${url}` } };
  if (action === 'start') supervisor.engage(managed, true);
  await perform(managed, action);
  return { status: 200, body: supervisor.run.processes[name] };
}

const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text);

async function perform(managed: ManagedProcess, action: Action): Promise<void> {
  if (action !== 'start') await managed.stop();
  if (action === 'stop') return;
  managed.start();
  await managed.waitUntilReady(AbortSignal.timeout(READY_MS));
}
