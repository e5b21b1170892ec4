import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readiness } from '@rangavalli/service-kit/health/readiness';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Answer } from './answer.js';
import type { Answers, Fill } from './answers.js';
import { answerFromMemory, reads, send, sharedSubject } from './kept-reads.js';

/** Calls at these addresses that are no reads change what is kept. */
const OWNED = '/api/products/';

/**
 * Answers everybody's reads from memory, before anything else looks at the request; what is not there goes the long way once and is
 * kept on its way back. Only answers of 200 are kept. Requests of other origins, whose answers have headers of their own, always go
 * the long way. Reads from memory are not counted against a caller's limit.
 */
export function addSharedReads(fastify: FastifyInstance, answers: Answers, readiness: Readiness): void {
  const fills = new WeakMap<FastifyRequest, Fill>();
  answerBefore(fastify.server as Server, (request, response) => answerFromMemory(answers, request, response, readiness.stopping));

  fastify.addHook('onRequest', (request, reply, done) => {
    const subject = sharedSubject(request.raw);
    if (!subject) return done();
    // Only what reaches Fastify by another way than its server's listener has not been looked up yet.
    if (answerFromMemory(answers, request.raw, reply.raw, readiness.stopping)) return void reply.hijack();
    const url = request.raw.url as string;
    const other = answers.fillOf(url);
    if (other) {
      return void other.answer.then((shared) => {
        if (!shared) return done();
        reply.hijack();
        send(shared, 'shared', request.raw, reply.raw, readiness.stopping);
      });
    }
    fills.set(request, answers.begin(url, subject));
    return done();
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.url.startsWith(OWNED)) answers.clear();
    const fill = fills.get(request);
    if (!fill) return done(null, payload);
    reads.inc({ outcome: 'fetched' });
    if (reply.statusCode !== 200 || !Buffer.isBuffer(payload)) {
      fill.end();
      return done(null, payload);
    }
    const answer = new Answer(reply.getHeaders(), payload);
    answers.keep(fill, answer);
    const { headers, body } = answer.quickly(answer.encodingFor(request.headers['accept-encoding'] as string | undefined));
    for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] as string, headers[index + 1]);
    return done(null, body);
  });

  fastify.addHook('onResponse', (request, _reply, done) => {
    fills.get(request)?.end();
    done();
  });
}

/** Lets `answer` try each request before the server's own listener does: routing and hooks cost as much again as the answer itself. */
function answerBefore(server: Server, answer: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!answer(request, response)) for (const listener of listeners) listener.call(server, request, response);
  });
}
