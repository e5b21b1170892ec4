import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Faults } from './faults.js';
import type { MessageStore } from './message-store.js';

/** A push service (RFC 8030): takes encrypted messages for `/push/<subscription>`. */
export function registerPush(app: FastifyInstance, { store, faults }: { store: MessageStore; faults: Faults }): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  app.post<{ Params: { subscription: string } }>('/push/:subscription', async (request, reply) => {
    const { authorization = '', ttl, 'content-encoding': encoding } = request.headers;
    if (!authorization.startsWith('vapid ')) return reply.status(401).send();
    if (ttl === undefined) return reply.status(400).send('TTL header missing');
    if (encoding !== 'aes128gcm' || !(request.body instanceof Buffer)) return reply.status(415).send();
    const { subscription } = request.params;
    const fault = await faults.take('push');
    // The browser has ended its subscription.
    if (subscription.startsWith('expired') || fault === 'reject') return reply.status(410).send();
    if (fault === 'unavailable') return reply.status(503).send();
    const id = randomUUID();
    store.add({ id, channel: 'push', to: subscription, variables: [], at: new Date().toISOString() });
    return reply.status(201).header('location', `/push/messages/${id}`).send();
  });
}
