import type { Dispatcher } from 'undici';

/** An answer that is read to its end. */
export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * Sends a request and reads the whole answer. undici's own `request` makes a stream of each body, and a signal for each deadline
 * costs as much again: this does neither.
 * @throws DOMException TimeoutError when the answer has not ended in time
 */
export const wholeAnswer = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  deadlineMs: number,
): Promise<UpstreamAnswer> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Reading(deadlineMs, resolve, reject));
  });

class Reading implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private late: DOMException | undefined;
  private status = 0;
  private headers: UpstreamAnswer['headers'] = {};

  constructor(
    deadlineMs: number,
    private readonly resolve: (answer: UpstreamAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => {
      this.late = new DOMException('no answer in time', 'TimeoutError');
      this.controller?.abort(this.late);
      reject(this.late);
    }, deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for a connection until nobody waited for it.
    if (this.late) controller.abort(this.late);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamAnswer['headers'],
  ): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.timer);
    const [only] = this.chunks;
    this.resolve({
      status: this.status,
      headers: this.headers,
      body: only && this.chunks.length === 1 ? only : Buffer.concat(this.chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.timer);
    this.reject(error);
  }
}
