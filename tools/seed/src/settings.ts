import { readFileSync } from 'node:fs';
import { z } from 'zod';

const environment = z.object({
  API_URL: z.url(),
  ACCOUNTS_FILE: z.string().min(1),
  DATA_DIR: z.string().min(1),
  /** The Cloudinary SDK reads it; checked here so that the start fails with the variable's name. */
  CLOUDINARY_URL: z.string().regex(/^cloudinary:\/\/[^:]+:[^@]+@.+/, 'must look like cloudinary://key:secret@cloud'),
});

const accounts = z.object({ admin: z.object({ email: z.string().min(1), password: z.string().min(1) }) });

export interface Settings {
  apiUrl: string;
  dataDir: string;
  admin: z.infer<typeof accounts>['admin'];
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = environment.safeParse(env);
  if (!read.success) throw new TypeError(`The seed cannot start: ${z.prettifyError(read.error)}`);
  const { API_URL, ACCOUNTS_FILE, DATA_DIR } = read.data;
  const file = accounts.safeParse(JSON.parse(readFileSync(ACCOUNTS_FILE, 'utf8')));
  if (!file.success)
    throw new TypeError(`ACCOUNTS_FILE (${ACCOUNTS_FILE}) has no admin account: ${z.prettifyError(file.error)}`);
  return { apiUrl: API_URL.replace(/\/$/, ''), dataDir: DATA_DIR, admin: file.data.admin };
}
