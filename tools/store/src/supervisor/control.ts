import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { NotPossible, type Release, Replicas } from './replicas.js';
import type { Supervisor } from './supervisor.js';

const READY_TIMEOUT_MS = 60_000;
const ACTIONS = ['stop', 'start', 'restart'] as const;
const bodySchemas = {
  scale: z.object({ to: z.number().int() }),
  roll: z.object({ release: z.object({ program: z.string(), version: z.string() }).nullish() }),
};

interface Reply {
  status: number;
  body: unknown;
}

/**
 * Serves the supervisor's control API on this machine:
 * - `GET /processes`: the processes of the run file
 * - `POST /processes/<name>/stop|start|restart`: responds when it is done; after a start, when the process is ready
 * - `GET /processes/<name>/env`: its command and environment
 * - `POST /services/<name>/scale {"to": 2}`: sets the number of processes
 * - `POST /services/<name>/roll`: restarts the processes one after the other, with `{"release": {program, version}}` as
 *   another version, with `{"release": null}` as the checkout's code
 * - `POST /shutdown`
 *
 * Requests of browsers are rejected, so that no page can reach it.
 */
export async function serveControl(
  supervisor: Supervisor,
  shutdown: () => void,
): Promise<{ address: string; close: () => void }> {
  const replicas = new Replicas(supervisor);
  const server = createServer((request, response) => {
    void handle(supervisor, replicas, shutdown, request)
      .catch((error: unknown) =>
        error instanceof NotPossible
          ? { status: 409, body: { message: error.message } }
          : { status: 500, body: { message: String(error) } },
      )
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function handle(
  supervisor: Supervisor,
  replicas: Replicas,
  shutdown: () => void,
  request: IncomingMessage,
): Promise<Reply> {
  const { method = '', url = '/', headers } = request;
  const notFound = { status: 404, body: { message: `nothing at ${method} ${url}` } };
  if (headers.origin || !/^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? ''))
    return { status: 403, body: { message: 'not available to browsers' } };
  const [, first, name = '', action = ''] = url.split('/');
  if (method === 'GET' && url === '/processes') return { status: 200, body: supervisor.run.processes };
  if (method === 'POST' && url === '/shutdown') {
    setImmediate(shutdown);
    return { status: 202, body: { message: 'stopping' } };
  }
  if (method === 'POST' && first === 'services' && (action === 'scale' || action === 'roll')) {
    const body = bodySchemas[action].safeParse(await json(request).catch(() => ({})));
    if (!body.success) return { status: 400, body: { message: z.prettifyError(body.error) } };
    const { to, release } = body.data as { to?: number; release?: Release | null };
    await (to === undefined ? replicas.roll(name, release) : replicas.scale(name, to));
    const instances = Object.entries(supervisor.run.processes).filter(
      ([one]) => supervisor.processes.get(one)?.definition.of === name,
    );
    return { status: 200, body: Object.fromEntries(instances) };
  }
  const managed = supervisor.processes.get(name);
  if (first !== 'processes' || !managed) return notFound;
  if (method === 'GET' && action === 'env') {
    const { command, args, env } = managed.definition;
    return { status: 200, body: { command, args, env } };
  }
  if (method !== 'POST' || !ACTIONS.some((known) => known === action)) return notFound;
  if (action === 'start') supervisor.engage(managed, true);
  else await managed.stop();
  if (action !== 'stop') {
    managed.start();
    await managed.waitUntilReady(AbortSignal.timeout(READY_TIMEOUT_MS));
  }
  return { status: 200, body: supervisor.run.processes[name] };
}
