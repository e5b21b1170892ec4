import { stripVTControlCharacters } from 'node:util';
import type { RspackDevServer } from '@rspack/dev-server';

type Clients = Parameters<RspackDevServer['sendMessage']>[0];

const MAX_SHOWN = 20;
const ERROR_START = /^\S.*error TS\d+/;
/** Details are indented; with `--pretty` they contain lines of the source, which begin with their number. */
const ERROR_DETAIL = /^\s+\S|^\d+ /;

/** Shows the type compiler's errors in the overlay of the dev server's pages: the bundler does not check types. */
export class TypeErrorOverlay {
  private errors: string[] = [];
  private bundlerErrors: unknown[] = [];

  /** @param server a started one */
  constructor(private readonly server: RspackDevServer) {
    // The bundler's own messages replace or dismiss the overlay, and a page that opens later has not got it.
    server.compiler.hooks.done.tap('TypeErrorOverlay', (stats) => {
      this.bundlerErrors = stats.toJson({ all: false, errors: true }).errors ?? [];
      setImmediate(() => this.repeat(this.clients));
    });
    server.webSocketServer?.implementation.on('connection', (client: Clients[number]) => this.repeat([client]));
  }

  /** @param output of `tsc`, coloured or not; without errors, also of the bundler, the overlay is dismissed */
  show(output: string): void {
    const hadErrors = this.errors.length > 0;
    this.errors = errorsIn(output).slice(0, MAX_SHOWN);
    if (this.errors.length > 0) this.repeat(this.clients);
    else if (this.bundlerErrors.length > 0) this.server.sendMessage(this.clients, 'errors', this.bundlerErrors);
    else if (hadErrors) this.server.sendMessage(this.clients, 'still-ok');
  }

  private get clients(): Clients {
    return this.server.webSocketServer?.clients ?? [];
  }

  private repeat(clients: Clients): void {
    if (this.errors.length > 0) this.server.sendMessage(clients, 'errors', [...this.bundlerErrors, ...this.errors]);
  }
}

/** Reads the plain output of `tsc` and the coloured one of `tsc --pretty`. */
function errorsIn(output: string): string[] {
  const errors: string[][] = [];
  let isSummary = false;
  for (const line of stripVTControlCharacters(output).split('\n')) {
    if (ERROR_START.test(line)) {
      errors.push([line]);
      isSummary = false;
    } else if (line.startsWith('Found ')) isSummary = true;
    else if (!isSummary && ERROR_DETAIL.test(line)) errors.at(-1)?.push(line);
  }
  return errors.map((lines) => lines.join('\n'));
}
