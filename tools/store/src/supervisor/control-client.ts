import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { Refusal } from '@rangavalli/build-kit/command/report';

/** Calls the control API of a running store. Throws a Refusal with the reason that the store gives. */
export async function callControl(
  socketPath: string,
  method: 'GET' | 'POST',
  target: string,
  body?: object,
): Promise<unknown> {
  const { status, reply } = await new Promise<{ status: number; reply: unknown }>((resolve, reject) => {
    request({ socketPath, method, path: target, headers: { host: 'supervisor' } }, (response) => {
      json(response).then((reply) => resolve({ status: response.statusCode ?? 500, reply }), reject);
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
  if (status < 400) return reply;
  throw new Refusal(`The running store rejected ${target}: ${(reply as { message?: string }).message ?? status}`);
}
