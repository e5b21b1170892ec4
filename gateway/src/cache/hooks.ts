import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readiness } from '@rangavalli/service-kit/health/readiness';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EarlyReads } from '../calls/early-reads.js';
import { isEverywhere, passedHeaders } from '../calls/passed-headers.js';
import { Answer } from './answer.js';
import type { Answers, Fill } from './answers.js';
import { answerFromMemory, reads, send, sendFetched, sharedSubject } from './kept-reads.js';

/** Calls at these addresses that are no reads change what is kept. */
const OWNED = '/api/products/';

/**
 * Answers everybody's reads from memory, before anything else looks at the request; what is not there goes the long way once and is
 * kept on its way back. Only answers of 200 are kept. Requests of other origins, whose answers have headers of their own, always go
 * the long way. Reads from memory are not counted against a caller's limit. Guests' reads are fetched from here (`EarlyReads`), once it
 * is known from one that went the long way which headers all answers have.
 */
export function addSharedReads(
  fastify: FastifyInstance,
  answers: Answers,
  early: EarlyReads,
  readiness: Readiness,
): void {
  const fills = new WeakMap<FastifyRequest, Fill>();
  let everywhere: Record<string, number | string | string[] | undefined> | undefined;
  answerBefore(fastify.server as Server, (request, response) =>
    answerFromMemory(answers, request, response, readiness.stopping),
  );

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
    const fill = answers.begin(url, subject);
    fills.set(request, fill);
    if (!everywhere || !early.takes(request)) return done();
    const headers = everywhere;
    return void fetchEarly(fill, headers, request, reply).catch((error: unknown) => {
      reply.headers(headers);
      done(error as Error);
    });
  });

  const fetchEarly = async (
    fill: Fill,
    headers: NonNullable<typeof everywhere>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const fetched = await early.fetch(request, reply);
    const all = { ...headers, ...passedHeaders({ cacheable: true }, fetched) };
    if (fetched.status !== 200) return void reply.headers(all).status(fetched.status).send(fetched.body);
    reads.inc({ outcome: 'fetched' });
    const answer = new Answer(all, fetched.body);
    answers.keep(fill, answer);
    reply.hijack();
    sendFetched(
      answer,
      Object.entries(reply.getHeaders()).filter(([name]) => !isEverywhere(name)),
      request.raw,
      reply.raw,
    );
  };

  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.url.startsWith(OWNED)) answers.clear();
    const fill = fills.get(request);
    if (!fill) return done(null, payload);
    reads.inc({ outcome: 'fetched' });
    if (reply.statusCode !== 200 || !Buffer.isBuffer(payload)) {
      fill.end();
      return done(null, payload);
    }
    const headers = reply.getHeaders();
    everywhere ??= Object.fromEntries(Object.entries(headers).filter(([name]) => isEverywhere(name)));
    const answer = new Answer(headers, payload);
    answers.keep(fill, answer);
    const form = answer.quickly(answer.encodingFor(request.headers['accept-encoding'] as string | undefined));
    for (let index = 0; index < form.headers.length; index += 2)
      reply.header(form.headers[index] as string, form.headers[index + 1]);
    return done(null, form.body);
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
