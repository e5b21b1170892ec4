// Lines of the processes: all of them into <DATA_DIR>/logs/<name>.log, the important ones to the terminal with
// the name in front.
import { appendFileSync, closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = (typeof LEVELS)[number];
const MAX_FILE = 10 * 1024 * 1024;
const NAME_WIDTH = 11;
/** Lines kept in memory, to be shown when a start fails. */
const KEPT_LINES = 30;

interface Line {
  level: Level;
  text: string;
}

/** Level and text of a line: pino's JSON, nats-server's `[ERR]`, or plain (errors on stderr, else info). */
export function readLine(line: string, fromStderr: boolean): Line {
  if (line.startsWith('{')) {
    try {
      const {
        level,
        msg = '',
        err,
      } = JSON.parse(line) as { level?: string | number; msg?: string; err?: { message?: string } };
      const known =
        typeof level === 'number' ? LEVELS[Math.floor(level / 10) - 1] : LEVELS.find((name) => name === level);
      const detail = err?.message && err.message !== msg ? ` (${err.message})` : '';
      if (known) return { level: known, text: `${msg}${detail}` };
    } catch {
      // not JSON after all
    }
  }
  const nats = /^\[\d+\] \S+ \S+ \[(INF|WRN|ERR|FTL|DBG|TRC)\] (.*)$/.exec(line);
  if (nats) {
    const levels: Record<string, Level> = {
      INF: 'info',
      WRN: 'warn',
      ERR: 'error',
      FTL: 'fatal',
      DBG: 'debug',
      TRC: 'trace',
    };
    const text = nats[2] ?? '';
    // Random passwords out of the server's own environment: nothing to do about it, and said at every start.
    if (text.startsWith('Plaintext passwords detected')) return { level: 'info', text };
    return { level: levels[nats[1] ?? ''] ?? 'info', text };
  }
  return { level: fromStderr ? 'warn' : 'info', text: line };
}

/** The log of one process. */
export class ProcessLog {
  private readonly file: string;
  private readonly last: string[] = [];
  private descriptor: number;

  constructor(
    private readonly name: string,
    folder: string,
    private readonly print: (line: string) => void,
    private readonly shownFrom: Level = 'warn',
  ) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, `${name}.log`);
    appendFileSync(this.file, '');
    if (statSync(this.file).size > MAX_FILE) renameSync(this.file, `${this.file}.1`);
    this.descriptor = openSync(this.file, 'a');
  }

  /** The latest lines, for a failed start. */
  get tail(): string {
    return this.last.join('\n');
  }

  /** Follows a stream of the process; `onLine` sees each line too. */
  follow(stream: Readable, fromStderr: boolean, onLine: (line: string) => void): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.take(line, fromStderr, onLine);
    });
    stream.on('end', () => rest && this.take(rest, fromStderr, onLine));
  }

  /** A line of the supervisor's own about this process. */
  note(level: Level, text: string): void {
    writeSync(
      this.descriptor,
      `${JSON.stringify({ time: new Date().toISOString(), level, msg: `supervisor: ${text}` })}\n`,
    );
    this.show({ level, text });
  }

  close(): void {
    closeSync(this.descriptor);
    this.descriptor = -1;
  }

  private take(line: string, fromStderr: boolean, onLine: (line: string) => void): void {
    if (this.descriptor >= 0) writeSync(this.descriptor, `${line}\n`);
    this.last.push(line);
    if (this.last.length > KEPT_LINES) this.last.shift();
    onLine(line);
    if (line) this.show(readLine(line, fromStderr));
  }

  private show({ level, text }: Line): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.shownFrom)) return;
    const colour = level === 'warn' ? 'yellow' : LEVELS.indexOf(level) > LEVELS.indexOf('warn') ? 'red' : 'gray';
    const name = this.name.padEnd(NAME_WIDTH);
    this.print(
      `${process.stdout.isTTY ? styleText(colour, name) : name} │ ${level === 'info' ? '' : `${level}: `}${text}`,
    );
  }
}
