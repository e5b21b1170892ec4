import { readFileSync } from 'node:fs';
import { z } from 'zod';

const environment = z.object({
  /** Of the gateway, with `/api`. */
  API_URL: z.url(),
  ACCOUNTS_FILE: z.string().min(1),
  DATA_DIR: z.string().min(1),
  /** Read by the Cloudinary SDK itself; here only so that a missing one is named at the start. */
  CLOUDINARY_URL: z.string().regex(/^cloudinary:\/\/[^:]+:[^@]+@.+/, 'must look like cloudinary://key:secret@cloud'),
});

const accounts = z.object({ admin: z.object({ email: z.string().min(1), password: z.string().min(1) }) });

export interface Settings {
  apiUrl: string;
  dataDir: string;
  admin: z.infer<typeof accounts>['admin'];
}

/** Reads the environment and the accounts file; a wrong value throws with the name of the variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = environment.safeParse(env);
  if (!read.success) throw new TypeError(`The seed cannot start: ${z.prettifyError(read.error)}`);
  const { API_URL, ACCOUNTS_FILE, DATA_DIR } = read.data;
  const found = accounts.safeParse(JSON.parse(readFileSync(ACCOUNTS_FILE, 'utf8')));
  if (!found.success)
    throw new TypeError(`ACCOUNTS_FILE (${ACCOUNTS_FILE}) holds no admin account: ${z.prettifyError(found.error)}`);
  return { apiUrl: API_URL.replace(/\/$/, ''), dataDir: DATA_DIR, admin: found.data.admin };
}
