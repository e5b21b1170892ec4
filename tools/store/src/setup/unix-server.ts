import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The operating system's limit for the address of a socket, less its end mark (104 on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 103;

/**
 * Serves HTTP on a Unix socket in a folder that only its owner may enter.
 * @param wanted its path; one that is too long for a socket is replaced by a temporary one, until the server closes
 */
export async function serveOnSocket(
  wanted: string,
  listener: RequestListener,
): Promise<{ file: string; close: () => void }> {
  const isTemporary = Buffer.byteLength(wanted) > MAX_PATH_BYTES;
  const folder = isTemporary ? mkdtempSync(path.join(tmpdir(), 'rangavalli-')) : path.dirname(wanted);
  const file = path.join(folder, path.basename(wanted));
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
    if (isTemporary) rmSync(folder, { recursive: true, force: true });
  };
  return { file, close };
}
