import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { explain, Refusal } from '@rangavalli/build-kit/command/report';
import { z } from 'zod';
import { serveOnSocket } from '../setup/unix-server.js';
import type { Release } from '../setup/process-releases.js';
import { Replicas } from './replicas.js';
import type { Supervisor } from './supervisor.js';

const READY_TIMEOUT_MS = 60_000;
const scaleBody = z.object({ to: z.int() });
const rollBody = z.object({ release: z.string().optional() });
const programBody = z.object({ program: z.enum(['compiled', 'own']) });

interface Reply {
  status: number;
  body: unknown;
}
const messageReply = (status: number, message: string): Reply => ({ status, body: { message } });

export interface ControlActions {
  shutdown: () => void;
  /** Reads the secrets again and gives them to processes that start from now on. */
  reload: () => Promise<void>;
  /** Gives the NATS users what the processes need now. */
  applyPermissions: () => Promise<void>;
  /** Permits what a release needs of NATS before it is live. Throws a Refusal for a version that was not released. */
  prepareRelease: (slice: string, version: string) => Promise<Release>;
}

/**
 * Serves the control API on a Unix socket, which only this user can connect to. It shows no environment and runs only
 * programs of the checkout and of the release store.
 * - `GET /processes`: the processes of the run file
 * - `POST /processes/<name>/stop|start|restart`: responds when the process is ready
 * - `POST /processes/<name>/program {"program": "compiled"}`: restarts it with the compiler's output; `own` undoes it
 * - `POST /services/<name>/scale {"to": 2}`
 * - `POST /services/<name>/roll`, with `{"release": "1.2.0"}` as another version
 * - `POST /reload`: after a change of `secrets.json`
 * - `POST /permissions`: after a change of what is live
 * - `POST /shutdown`
 */
export function serveControl(
  supervisor: Supervisor,
  socket: string,
  actions: ControlActions,
): Promise<{ file: string; close: () => void }> {
  const replicas = new Replicas(supervisor);
  return serveOnSocket(socket, (request, response) => {
    void handle(supervisor, replicas, actions, request)
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
  actions: ControlActions,
  request: IncomingMessage,
): Promise<Reply> {
  const { method = '', url = '/' } = request;
  const notFound = messageReply(404, `nothing at ${method} ${url}`);
  const [, first, name = '', action = ''] = url.split('/');
  if (method === 'GET' && url === '/processes') return { status: 200, body: supervisor.run.processes };
  if (method !== 'POST') return notFound;
  if (url === '/shutdown') {
    setImmediate(actions.shutdown);
    return messageReply(202, 'stopping');
  }
  if (url === '/reload') {
    await actions.reload();
    return messageReply(200, 'reloaded');
  }
  if (url === '/permissions') {
    await actions.applyPermissions();
    return messageReply(200, 'applied');
  }
  if (first === 'services' && (action === 'scale' || action === 'roll')) {
    const body = await json(request).catch(() => ({}));
    if (action === 'scale') await replicas.scale(name, scaleBody.parse(body).to);
    else await roll(replicas, actions, name, rollBody.parse(body).release);
    const instances = Object.entries(supervisor.run.processes).filter(
      ([one]) => supervisor.processes.get(one)?.definition.of === name,
    );
    return { status: 200, body: Object.fromEntries(instances) };
  }
  const managed = supervisor.processes.get(name);
  if (first !== 'processes' || !managed) return notFound;
  if (action === 'program') {
    const { program } = programBody.parse(await json(request).catch(() => ({})));
    managed.definition = program === 'own' ? supervisor.own(managed) : supervisor.compiled(managed);
  }
  // The compiled contracts may have changed.
  if (action === 'program' || action === 'restart') await actions.applyPermissions();
  if (action === 'start') supervisor.engage(managed, true);
  else if (action === 'stop' || action === 'restart' || action === 'program') await managed.stop();
  else return notFound;
  if (action !== 'stop') {
    managed.start();
    await managed.waitUntilReady(AbortSignal.timeout(READY_TIMEOUT_MS));
  }
  return { status: 200, body: supervisor.run.processes[name] };
}

/** A release that does not start loses its permissions again. */
async function roll(replicas: Replicas, actions: ControlActions, name: string, version?: string): Promise<void> {
  if (version === undefined) return replicas.roll(name);
  const release = await actions.prepareRelease(name, version);
  try {
    await replicas.roll(name, release);
  } catch (error) {
    await actions.applyPermissions().catch(explain);
    throw error;
  }
}
