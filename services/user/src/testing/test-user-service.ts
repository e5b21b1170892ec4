import type { CallRequest, CallResponse } from '@rangavalli/contracts/calls';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import { getModelToken } from '@nestjs/mongoose';
import type { Role } from '@rangavalli/contracts/permissions';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { decodeJwt } from 'jose';
import type { Model, mongo } from 'mongoose';
import { ACCOUNT, type AccountRecord } from '../accounts/account.schema.js';
import { KEY_RING } from '../tokens/signing-keys.js';
import { userService } from '../user.service-definition.js';

export type EmailRequest = CommandRequest<'rpc.notification.email.send'>;

export interface TestUserService extends TestService {
  emails: EmailRequest[];
  failEmails(fail: boolean): void;
  /** Those that failed. */
  failedEmails: EmailRequest[];
  accounts: Model<AccountRecord>;
  /** Emails to an address, of one template. */
  emailsTo(email: string, template?: EmailRequest['template']): EmailRequest[];
  /** Registers a customer and logs in. */
  addCustomer(name?: string): Promise<Identity>;
  /** Adds an account of the staff, and a session of it. */
  addStaff(role: Role, name?: string): Promise<Identity>;
  logIn(email: string, password?: string): Promise<Identity>;
  /** Who the response of a login is about. */
  identityOf(login: CallResponse<'POST /users/login'>): Identity;
}

export const password = 'correct horse 9';
export const TEST_DATA_KEY = Buffer.alloc(32, 1).toString('base64url');

/** Of the first start in this process: an RSA key takes longer than the rest of a start. */
let signingKeys: mongo.BSON.Document | undefined;

export async function startTestUserService(env: NodeJS.ProcessEnv = {}): Promise<TestUserService> {
  const nats = await startTestNats();
  const settings = {
    RATE_LIMIT: 'off',
    COMMAND_DEADLINE_MS: '3000',
    DATA_KEY: TEST_DATA_KEY,
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  };
  const hasOwnKeys = settings.DATA_KEY !== TEST_DATA_KEY || env['MONGODB_URI'] !== undefined;
  const known: Record<string, mongo.BSON.Document[]> =
    signingKeys && !hasOwnKeys ? { signing_keys: [signingKeys] } : {};
  const service = await startTestService(userService, nats.url, settings, known).catch(async (error: unknown) => {
    await nats.stop();
    throw error;
  });
  if (!hasOwnKeys)
    signingKeys ??= (await service.app.get<Model<object>>(getModelToken(KEY_RING)).findOne().lean()) ?? undefined;
  const emails: EmailRequest[] = [];
  const failedEmails: EmailRequest[] = [];
  let isFailing = false;
  service.nats.subscribe('rpc.notification.email.send', {
    callback: (_error, message) => {
      const email = message.json<EmailRequest>();
      if (isFailing) {
        failedEmails.push(email);
        message.respond(JSON.stringify({ ok: false, error: { code: 'UNAVAILABLE', message: 'no mail server' } }));
        return;
      }
      // The notification service sends a repeated message once.
      if (!emails.some(({ messageId }) => messageId === email.messageId)) emails.push(email);
      message.respond(JSON.stringify({ ok: true, data: { outcome: 'sent' } }));
    },
  });
  const accounts = service.app.get<Model<AccountRecord>>(getModelToken(ACCOUNT));
  let customers = 0;
  const register = async (name: string) => {
    customers += 1;
    const email = `customer${customers}@example.com`;
    await service.call('POST /users/register', { body: { name, email, password } });
    return email;
  };
  const logIn = async (email: string, given = password): Promise<Identity> => {
    const { body } = await service.call('POST /users/login', { body: { email, password: given } });
    return identityOf(body);
  };
  return {
    ...service,
    accounts,
    emails,
    failedEmails,
    emailsTo: (email, template) =>
      emails.filter((sent) => sent.to === email && (!template || sent.template === template)),
    logIn,
    identityOf,
    failEmails(fail) {
      isFailing = fail;
    },
    async addCustomer(name = 'Meera Nair') {
      return logIn(await register(name));
    },
    async addStaff(role, name = 'Asha Rao') {
      const email = await register(name);
      await accounts.updateOne({ email }, { $set: { role } });
      return logIn(email);
    },
    async stop() {
      await service.stop();
      await nats.stop();
    },
  };
}

/** Returns the token of the link in an email. */
export function tokenOf(email: EmailRequest | undefined): string {
  const link = email && 'link' in email.data ? email.data.link : '';
  return /#token=([\w.-]+)/.exec(link)?.[1] ?? 'no token in the email';
}

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

function identityOf({ token, user }: CallResponse<'POST /users/login'>): Identity {
  const { sid } = decodeJwt<{ sid: string }>(token);
  const { _id: id, name, email, role, staffRole, emailVerified } = user;
  return { id, role: role === 'user' ? 'user' : (staffRole ?? 'user'), name, email, emailVerified, sessionId: sid };
}
