import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import { serveLocally } from '../setup/local-server.js';
import { Replicas } from './replicas.js';
import type { Supervisor } from './supervisor.js';

const READY_TIMEOUT_MS = 60_000;
const scaleBody = z.object({ to: z.int() });
const rollBody = z.object({ release: z.object({ program: z.string(), version: z.string() }).nullish() });

interface Reply {
  status: number;
  body: unknown;
}
const messageReply = (status: number, message: string): Reply => ({ status, body: { message } });

/**
 * The control API, on this machine only:
 * - `GET /processes`: the processes of the run file
 * - `POST /processes/<name>/stop|start|restart`: responds when the process is ready
 * - `GET /processes/<name>/env`: its command and environment
 * - `POST /services/<name>/scale {"to": 2}`
 * - `POST /services/<name>/roll`, with `{"release": {program, version}}` as another version, with `{"release": null}`
 *   as the checkout's code
 * - `POST /shutdown`
 */
export function serveControl(
  supervisor: Supervisor,
  shutdown: () => void,
): Promise<{ address: string; close: () => void }> {
  const replicas = new Replicas(supervisor);
  return serveLocally((request, response) => {
    void handle(supervisor, replicas, shutdown, request)
      .catch((error: unknown) =>
        error instanceof Refusal
          ? messageReply(409, error.message)
          : error instanceof z.ZodError
            ? messageReply(400, z.prettifyError(error))
            : messageReply(500, String(error)),
      )
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
}

async function handle(
  supervisor: Supervisor,
  replicas: Replicas,
  shutdown: () => void,
  request: IncomingMessage,
): Promise<Reply> {
  const { method = '', url = '/', headers } = request;
  const notFound = messageReply(404, `nothing at ${method} ${url}`);
  if (headers.origin || !/^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? ''))
    return messageReply(403, 'not available to browsers');
  const [, first, name = '', action = ''] = url.split('/');
  if (method === 'GET' && url === '/processes') return { status: 200, body: supervisor.run.processes };
  if (method === 'POST' && url === '/shutdown') {
    setImmediate(shutdown);
    return messageReply(202, 'stopping');
  }
  if (method === 'POST' && first === 'services' && (action === 'scale' || action === 'roll')) {
    const body = await json(request).catch(() => ({}));
    if (action === 'scale') await replicas.scale(name, scaleBody.parse(body).to);
    else await replicas.roll(name, rollBody.parse(body).release);
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
  if (method !== 'POST' || !['stop', 'start', 'restart'].includes(action)) return notFound;
  if (action === 'start') supervisor.engage(managed, true);
  else await managed.stop();
  if (action !== 'stop') {
    managed.start();
    await managed.waitUntilReady(AbortSignal.timeout(READY_TIMEOUT_MS));
  }
  return { status: 200, body: supervisor.run.processes[name] };
}
