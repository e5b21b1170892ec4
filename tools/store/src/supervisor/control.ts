import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { ReleaseVersion } from '@rangavalli/release/store/granted-access';
import { z } from 'zod';
import { serveOnSocket } from '../setup/unix-server.js';
import type { Release } from '../setup/process-releases.js';
import { Replicas } from './replicas.js';
import type { Supervisor } from './supervisor.js';

const READY_TIMEOUT_MS = 60_000;
const scaleBody = z.object({ to: z.int() });
const rollBody = z.object({
  release: z.string().optional(),
  live: z.object({ lock: z.string(), what: z.enum(['released', 'rolled back']) }).optional(),
});
type RollBody = z.infer<typeof rollBody>;

/** How a release becomes live: its command holds the lock of the slice. */
export type LiveRequest = NonNullable<RollBody['live']>;
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
  /** Throws a Refusal for a version that was not released. */
  findRelease: (slice: string, version: string) => Promise<Release>;
  /** Permits what a release needs of NATS while `work` replaces processes. */
  permitDuring: (release: ReleaseVersion, work: () => Promise<void>) => Promise<void>;
  /** Writes which release is live. */
  makeLive: (release: ReleaseVersion, request: LiveRequest) => Promise<void>;
}

/**
 * Serves the control API on a Unix socket, which only this user can connect to. It shows no environment and runs only
 * programs of the checkout and of the release store.
 * - `GET /processes`: the processes of the run file
 * - `POST /processes/<name>/stop|start|restart`: responds when the process is ready
 * - `POST /processes/<name>/program {"program": "compiled"}`: restarts it with the compiler's output; `own` undoes it
 * - `POST /services/<name>/scale {"to": 2}`
 * - `POST /services/<name>/roll`, with `{"release": "1.2.0"}` as another version, and with
 *   `{"live": {"lock": "<token>", "what": "released"}}` also as the live one
 * - `POST /reload`: after a change of `secrets.json`
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
  if (first === 'services' && (action === 'scale' || action === 'roll')) {
    const body = await json(request).catch(() => ({}));
    if (action === 'scale') await replicas.scale(name, scaleBody.parse(body).to);
    else await roll(replicas, actions, name, rollBody.parse(body));
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

async function roll(
  replicas: Replicas,
  actions: ControlActions,
  slice: string,
  { release: version, live }: RollBody,
): Promise<void> {
  if (version === undefined) return replicas.roll(slice);
  const release = await actions.findRelease(slice, version);
  // By the process that replaces the others: a command that is interrupted leaves no release that runs and is not live.
  const makeLive = live && (() => actions.makeLive({ slice, version }, live));
  await actions.permitDuring({ slice, version }, () => replicas.roll(slice, release, makeLive));
}
