import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpDuration } from '@rangavalli/service-kit/health/metrics';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { usableId } from '@rangavalli/service-kit/log/context';
import { Counter } from 'prom-client';
import { type Answer, formFor, isUnchanged } from './answer.js';
import type { Answers } from './answers.js';
import { type Subject, subjectOf } from './shared-reads.js';

/** How an answer came about, as the counter's label. */
export type Outcome = 'kept' | 'shared' | 'fetched';

export const reads = new Counter({ name: 'shared_reads_total', help: 'Reads that are the same for everybody: kept in memory, shared with one on its way, or fetched.', labelNames: ['outcome'] });
const counted = { kept: reads.labels('kept'), shared: reads.labels('shared') };

/** What an address that may be answered from memory tells of; undefined for every other request. Other origins' answers have headers of their own. */
export const sharedSubject = ({ method, url, headers }: IncomingMessage): Subject | undefined => (method === 'GET' && url !== undefined && headers.origin === undefined ? subjectOf(url) : undefined);

/**
 * Answers a request from memory if what it asks for is kept there: the whole way of most requests in a sale, so that nothing is
 * done here which was not done when the answer was kept. No span is made of it.
 * @param closing whether the process stops: the client is told to connect anew
 */
export function answerFromMemory(answers: Answers, request: IncomingMessage, response: ServerResponse, closing: boolean): boolean {
  const subject = sharedSubject(request);
  const answer = subject && answers.get(request.url as string, subject);
  if (!answer) return false;
  const begun = performance.now();
  const status = send(answer, 'kept', request, response, closing ? ['connection', 'close'] : []);
  durations(subject.route, status).observe((performance.now() - begun) / 1000);
  return true;
}

/** Writes an answer that is there already. @param headers of this answer alone, names and values in turn */
export function send(answer: Answer, outcome: 'kept' | 'shared', request: IncomingMessage, response: ServerResponse, headers: readonly string[]): 200 | 304 {
  counted[outcome].inc();
  const own = [REQUEST_ID_HEADER, usableId(request.headers[REQUEST_ID_HEADER]), ...headers];
  if (isUnchanged(answer, request.headers['if-none-match'])) {
    response.writeHead(304, answer.unchanged.concat(own)).end();
    return 304;
  }
  const form = formFor(answer, request.headers['accept-encoding'] as string | undefined);
  response.writeHead(200, form.headers.concat(own)).end(form.body);
  return 200;
}

type Observed = ReturnType<typeof httpDuration.labels>;
const observed = new Map<string, Record<200 | 304, Observed>>();

/** The measure of a route, found once. */
function durations(route: string, status: 200 | 304): Observed {
  let both = observed.get(route);
  if (!both) {
    const of = (code: 200 | 304): Observed => httpDuration.labels({ method: 'GET', route, status: code });
    both = { 200: of(200), 304: of(304) };
    observed.set(route, both);
  }
  return both[status];
}
