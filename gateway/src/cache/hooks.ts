import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { type Answer, answerOf, formFor, isUnchanged } from './answer.js';
import type { Answers, Fill } from './answers.js';
import { subjectOf } from './shared-reads.js';

const reads = new Counter({ name: 'shared_reads_total', help: 'Reads that are the same for everybody: kept in memory, shared with one on its way, or fetched.', labelNames: ['outcome'] });

/** Calls at these addresses that are no reads change what is kept. */
const OWNED = '/api/products/';

/**
 * Answers everybody's reads from memory, before anything else looks at the request; what is not there goes the long way once and is
 * kept on its way back. Only answers of 200 are kept. Requests of other origins, whose answers have headers of their own, always go
 * the long way. Reads from memory are not counted against a caller's limit.
 */
export function addSharedReads(fastify: FastifyInstance, answers: Answers): void {
  const fills = new WeakMap<FastifyRequest, Fill>();

  fastify.addHook('onRequest', (request, reply, done) => {
    const { url } = request.raw;
    const subject = request.method === 'GET' && request.headers.origin === undefined && url ? subjectOf(url) : undefined;
    if (!subject || !url) return done();
    const answer = answers.get(url, subject);
    if (answer) return send(answer, 'kept', request, reply);
    const other = answers.fillOf(url);
    if (other) return void other.answer.then((shared) => (shared ? send(shared, 'shared', request, reply) : done()));
    const fill = answers.begin(url, subject);
    fills.set(request, fill);
    return done();
  });

  fastify.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.url.startsWith(OWNED)) answers.clear();
    const fill = fills.get(request);
    if (!fill) return payload;
    reads.inc({ outcome: 'fetched' });
    if (reply.statusCode !== 200 || !Buffer.isBuffer(payload)) {
      fill.end();
      return payload;
    }
    const answer = await answerOf(reply.getHeaders(), payload);
    answers.keep(fill, answer);
    const { headers, body } = formFor(answer, request.headers['accept-encoding'] as string | undefined);
    for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] as string, headers[index + 1]);
    return body;
  });

  fastify.addHook('onResponse', (request, _reply, done) => {
    fills.get(request)?.end();
    done();
  });
}

function send(answer: Answer, outcome: 'kept' | 'shared', { headers }: FastifyRequest, reply: FastifyReply): void {
  reads.inc({ outcome });
  reply.hijack();
  const own = [REQUEST_ID_HEADER, 'connection'].flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [name, String(value)];
  });
  if (isUnchanged(answer, headers['if-none-match'])) return void reply.raw.writeHead(304, [...answer.unchanged, ...own]).end();
  const form = formFor(answer, headers['accept-encoding'] as string | undefined);
  reply.raw.writeHead(200, [...form.headers, ...own]).end(form.body);
}
