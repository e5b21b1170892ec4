import type { Dispatcher } from 'undici';

export interface UpstreamResponse<Body = Buffer> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body;
}

/**
 * Creates no stream and no signal, unlike undici's `request`: they double the cost.
 * @throws DOMException TimeoutError when the response has not ended in time
 */
export const requestWhole = (dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, deadlineMs: number) =>
  new Promise<UpstreamResponse>((resolve, reject) => {
    dispatcher.dispatch(request, new ResponseReader(deadlineMs, resolve, reject));
  });

class ResponseReader implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private timeout: DOMException | undefined;
  private status = 0;
  private headers: UpstreamResponse['headers'] = {};

  constructor(
    deadlineMs: number,
    private readonly resolve: (response: UpstreamResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => {
      this.timeout = new DOMException('no response in time', 'TimeoutError');
      this.controller?.abort(this.timeout);
      reject(this.timeout);
    }, deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.controller = controller;
    // It timed out before there was a connection.
    if (this.timeout) controller.abort(this.timeout);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: UpstreamResponse['headers']) {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.chunks.push(chunk);
  }

  onResponseEnd() {
    clearTimeout(this.timer);
    const { status, headers, chunks } = this;
    const [first] = chunks;
    this.resolve({ status, headers, body: first && chunks.length === 1 ? first : Buffer.concat(chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    clearTimeout(this.timer);
    this.reject(error);
  }
}
