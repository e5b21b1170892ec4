// All lines go to <DATA_DIR>/logs/<name>.log, warnings and errors also to the terminal.
import { appendFileSync, closeSync, fchmodSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof LEVELS)[number];
const NATS_LEVELS = new Map<string | undefined, Level>([
  ['WRN', 'warn'],
  ['ERR', 'error'],
  ['FTL', 'fatal'],
]);
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const NAME_WIDTH = 12;
const TAIL_LINES = 30;
const OWNER_ONLY = 0o600;

interface Line {
  level: Level;
  text: string;
}

export function readLine(line: string, fromStderr: boolean): Line {
  if (line.startsWith('{')) {
    try {
      const parsed = JSON.parse(line) as { level?: string | number; msg?: string; err?: { message?: string } };
      const { level, msg = '', err } = parsed;
      const known =
        typeof level === 'number' ? LEVELS[Math.floor(level / 10) - 1] : LEVELS.find((name) => name === level);
      const detail = err?.message && err.message !== msg ? ` (${err.message})` : '';
      if (known) return { level: known, text: `${msg}${detail}` };
    } catch {
      // plain text that begins with a brace
    }
  }
  const [, level, text = ''] = /^\[\d+\] \S+ \S+ \[([A-Z]{3})\] (.*)$/.exec(line) ?? [];
  // The passwords are random and come from the environment: the warning at every start needs no action.
  if (text.startsWith('Plaintext passwords detected')) return { level: 'info', text };
  if (level) return { level: NATS_LEVELS.get(level) ?? 'info', text };
  return { level: fromStderr ? 'warn' : 'info', text: line };
}

export class ProcessLog {
  private readonly last: string[] = [];
  private readonly file: string;
  private descriptor = -1;
  private bytes = 0;
  private isLosingLines = false;

  constructor(
    private readonly name: string,
    folder: string,
    private readonly print: (line: string) => void,
  ) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, `${name}.log`);
    appendFileSync(this.file, '', { mode: OWNER_ONLY });
    this.open();
  }

  get tail(): string {
    return this.last.join('\n');
  }

  follow(stream: Readable, fromStderr: boolean, onLine: (line: string) => void): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.add(lines, fromStderr, onLine);
    });
    stream.on('end', () => rest && this.add([rest], fromStderr, onLine));
  }

  note(level: Level, text: string): void {
    const entry = { time: new Date().toISOString(), level, msg: `supervisor: ${text}` };
    this.write(JSON.stringify(entry));
    this.show({ level, text });
  }

  close(): void {
    closeSync(this.descriptor);
    this.descriptor = -1;
  }

  private add(lines: readonly string[], fromStderr: boolean, onLine: (line: string) => void): void {
    if (this.descriptor >= 0 && lines.length > 0) this.write(lines.join('\n'));
    for (const line of lines) {
      this.last.push(line);
      if (this.last.length > TAIL_LINES) this.last.shift();
      onLine(line);
      // One per request: parsing them all would cost more than it shows.
      if (line && !line.startsWith('{"level":"info"')) this.show(readLine(line, fromStderr));
    }
  }

  /** A full disk ends no process: lines are lost until there is room. */
  private write(lines: string): void {
    try {
      if (this.bytes > MAX_FILE_BYTES) {
        const full = this.descriptor;
        this.open();
        closeSync(full);
      }
      this.bytes += writeSync(this.descriptor, `${lines}\n`);
      this.isLosingLines = false;
    } catch (error) {
      if (!this.isLosingLines) this.show({ level: 'error', text: `the log could not be written: ${String(error)}` });
      this.isLosingLines = true;
    }
  }

  /** Keeps one file of earlier lines. */
  private open(): void {
    if (statSync(this.file).size > MAX_FILE_BYTES) renameSync(this.file, `${this.file}.1`);
    this.descriptor = openSync(this.file, 'a', OWNER_ONLY);
    fchmodSync(this.descriptor, OWNER_ONLY); // also a file of an earlier start
    this.bytes = statSync(this.file).size;
  }

  private show({ level, text }: Line): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf('warn')) return;
    const name = this.name.padEnd(NAME_WIDTH);
    const styled = process.stdout.isTTY ? styleText(level === 'warn' ? 'yellow' : 'red', name) : name;
    this.print(`${styled} │ ${level}: ${text}`);
  }
}
