import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpDuration } from '@rangavalli/service-kit/health/metrics';
import { REQUEST_ID_HEADER } from '@rangavalli/service-kit/http/hooks';
import { usableId } from '@rangavalli/service-kit/log/context';
import { Counter } from 'prom-client';
import type { Answer, Form } from './answer.js';
import type { Answers } from './answers.js';
import { type Subject, subjectOf } from './shared-reads.js';

/** How an answer came about, as the counter's label. */
export type Outcome = 'kept' | 'shared' | 'fetched';

export const reads = new Counter({
  name: 'shared_reads_total',
  help: 'Reads that are the same for everybody: kept in memory, shared with one on its way, or fetched.',
  labelNames: ['outcome'],
});
const counted = { kept: reads.labels('kept'), shared: reads.labels('shared') };

/** What an address that may be answered from memory tells of; undefined for every other request. Other origins' answers have headers of their own. */
export const sharedSubject = ({ method, url, headers }: IncomingMessage): Subject | undefined =>
  method === 'GET' && url !== undefined && headers.origin === undefined ? subjectOf(url) : undefined;

/**
 * Answers a request from memory if what it asks for is kept there: the whole way of most requests in a sale, so that nothing is
 * done here which was not done when the answer was kept. No span is made of it.
 * @param closing whether the process stops: the client is told to connect anew
 */
export function answerFromMemory(
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
  closing: boolean,
): boolean {
  const subject = sharedSubject(request);
  const answer = subject && answers.get(request.url as string, subject);
  if (!answer) return false;
  const begun = performance.now();
  send(answer, 'kept', request, response, closing, (status) =>
    durations(subject.route, status).observe((performance.now() - begun) / 1000),
  );
  return true;
}

/** Writes an answer that is there already; at once, unless it goes out in this form for the first time. */
export function send(
  answer: Answer,
  outcome: 'kept' | 'shared',
  { headers }: IncomingMessage,
  response: ServerResponse,
  closing: boolean,
  sent?: (status: 200 | 304) => void,
): void {
  counted[outcome].inc();
  const own = [REQUEST_ID_HEADER, usableId(headers[REQUEST_ID_HEADER]), ...(closing ? ['connection', 'close'] : [])];
  if (answer.isIn(headers['if-none-match'])) {
    response.writeHead(304, answer.unchanged.concat(own)).end();
    return sent?.(304);
  }
  const write = (form: Form): void => {
    response.writeHead(200, form.headers.concat(own)).end(form.body);
    sent?.(200);
  };
  const form = answer.in(answer.encodingFor(headers['accept-encoding'] as string | undefined));
  if (form instanceof Promise) void form.then(write, () => response.destroy());
  else write(form);
}

/** Writes an answer that was just fetched, quickly made. @param own headers of this one answer: its id, what is left of a limit, `connection` */
export function sendFetched(
  answer: Answer,
  own: readonly [string, unknown][],
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const form = answer.quickly(answer.encodingFor(headers['accept-encoding'] as string | undefined));
  response.writeHead(200, form.headers.concat(own.flatMap(([name, value]) => [name, String(value)]))).end(form.body);
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
