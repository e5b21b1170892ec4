import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventData } from '@rangavalli/contracts/events';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { notificationService } from '../notification.service-definition.js';

export interface TestNotification extends TestService {
  emails(): Promise<string[]>;
}

export const customer: Identity = buildIdentity({
  id: 'd'.repeat(24),
  name: 'Meera Nair',
  email: 'meera@example.com',
});
export const admin: Identity = buildIdentity({ id: 'a'.repeat(24), role: 'owner' });

export async function startTestNotification(env: NodeJS.ProcessEnv = {}): Promise<TestNotification> {
  const nats = await startTestNats();
  const folder = await mkdtemp(join(tmpdir(), 'rangavalli-mail-'));
  const cleanUp = async () => {
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const service = await startTestService(notificationService, nats.url, {
    MAIL_DIR: folder,
    COMMAND_DEADLINE_MS: '3000',
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  return {
    ...service,
    async emails() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    async stop() {
      await service.stop().finally(cleanUp);
    },
  };
}

let orders = 0;
export const buildOrder = (changes: Partial<EventData<'order.placed'>> = {}): EventData<'order.placed'> => {
  orders += 1;
  return {
    orderNumber: 'RV-26-0042174',
    orderId: orders.toString(16).padStart(24, 'c'),
    userId: customer.id,
    orderedAt: '2026-03-14T09:30:00.000Z',
    totalPaise: 1_234_550,
    status: 'Pending',
    lines: [{ productId: 'b'.repeat(24), name: 'Kanchipuram Pattu', size: 'M', quantity: 1, unitPaise: 1_234_550 }],
    customer: { name: 'Meera', email: customer.email, emailVerified: true },
    ...changes,
  };
};
