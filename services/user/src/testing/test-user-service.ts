import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { userService } from '../user.service-definition.js';

export type EmailRequest = CommandRequest<'rpc.notification.email.send'>;

export interface TestUserService extends TestService {
  emails: EmailRequest[];
  failEmails(fail: boolean): void;
  addCustomer(name?: string): Promise<Identity>;
}

export const password = 'correct horse 9';

export async function startTestUserService(env: NodeJS.ProcessEnv = {}): Promise<TestUserService> {
  const nats = await startTestNats();
  const service = await startTestService(userService, nats.url, {
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  }).catch(async (error: unknown) => {
    await nats.stop();
    throw error;
  });
  const emails: EmailRequest[] = [];
  let isFailing = false;
  service.nats.subscribe('rpc.notification.email.send', {
    callback: (_error, message) => {
      if (isFailing) {
        message.respond(JSON.stringify({ ok: false, error: { code: 'UNAVAILABLE', message: 'no mail server' } }));
        return;
      }
      emails.push(message.json<EmailRequest>());
      message.respond(JSON.stringify({ ok: true, data: { outcome: 'sent' } }));
    },
  });
  let customers = 0;
  return {
    ...service,
    emails,
    failEmails(fail) {
      isFailing = fail;
    },
    async addCustomer(name = 'Meera Nair') {
      customers += 1;
      const email = `customer${customers}@example.com`;
      await service.call('POST /users/register', { body: { name, email, password } });
      const { body } = await service.call('POST /users/login', { body: { email, password } });
      return { id: body.user._id, role: body.user.role, name, email };
    },
    async stop() {
      await service.stop();
      await nats.stop();
    },
  };
}

export const tokenOf = (email: EmailRequest | undefined): string =>
  /\/reset-password#token=([\w.-]+)/.exec(email?.data.link ?? '')?.[1] ?? 'no token in the email';

export const buildAddress = (
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
