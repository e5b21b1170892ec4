import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';

/** The operating system's limit for the address of a socket, less its end mark (104 on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 103;

/** Serves HTTP on a Unix socket in a folder that only its owner may enter. */
export async function serveOnSocket(file: string, listener: RequestListener): Promise<{ close: () => void }> {
  if (Buffer.byteLength(file) > MAX_PATH_BYTES)
    throw new Refusal(`${file} is too long for a socket: choose a DATA_DIR with a shorter path.`);
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700); // also where it existed
  rmSync(file, { force: true }); // of a killed supervisor
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  chmodSync(file, 0o600);
  server.unref();
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { close };
}
