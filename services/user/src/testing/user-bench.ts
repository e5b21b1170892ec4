import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { userService } from '../user.service-definition.js';

/** The user service under test, with a folder for its mail. */
export interface UserBench extends TestService {
  /** The letters that were written so far. */
  letters(): Promise<string[]>;
  /** Registers and logs in somebody new. */
  shopper(name?: string): Promise<Identity>;
}

export const password = 'correct horse 9';

export async function startUserBench(env: NodeJS.ProcessEnv = {}): Promise<UserBench> {
  const nats = await startTestNats();
  const mail = await mkdtemp(join(tmpdir(), 'rangavalli-mail-'));
  const others = async () => {
    await nats.stop();
    await rm(mail, { recursive: true, force: true });
  };
  const service = await startTestService(userService, nats.url, {
    RATE_LIMIT: 'off',
    MAIL_DIR: mail,
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  }).catch(async (error: unknown) => {
    await others();
    throw error;
  });
  let people = 0;
  return {
    ...service,
    async letters() {
      const names = (await readdir(mail)).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map((name) => readFile(join(mail, name), 'utf8')));
    },
    async shopper(name = 'Meera Nair') {
      people += 1;
      const email = `shopper${people}@example.com`;
      await service.call('POST /users/register', { body: { name, email, password } });
      const { body } = await service.call('POST /users/login', { body: { email, password } });
      return { id: body.user._id, role: body.user.role, name, email };
    },
    async stop() {
      await service.stop();
      await others();
    },
  };
}

/** An address as the form sends it. */
export const anAddress = (
  changes: Partial<CallRequest<'POST /address'>['body']> = {},
): CallRequest<'POST /address'>['body'] => ({
  fullName: 'Meera Nair',
  phone: '+91 98765 43210',
  pincode: '500092',
  addressLine: '12 Uppal Road',
  city: 'Hyderabad',
  state: 'Telangana',
  ...changes,
});
