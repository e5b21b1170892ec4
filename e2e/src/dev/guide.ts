// Follows a document in a clone: applies its edits and runs its commands, and checks what each prints.
import { expect } from '@playwright/test';
import { applyEdit, readSteps, type Step } from '@rangavalli/store/checks/guide';
import { type FreshClone, isBelow } from './fresh-clone.js';

/** A signalled process may need a moment after the command that started it. */
const ENDING_TIMEOUT_MS = 5_000;
const COUNTS = /^\d+ passed, 0 failed$/m;

/** What a command prints besides its exit code 0. A command without a line here fails. */
const EXPECTED: readonly (readonly [command: RegExp, output: RegExp])[] = [
  [/^npm ci$/, /added \d+ packages/],
  [/^npm run lint$/, COUNTS],
  [/^npm run types$/, /^(?![^]*error TS)/],
  [/^npm test -w \S+( -- \S+)*$/, COUNTS],
  [/^npm test -- --only \S+( -- .+)?$/, COUNTS],
  [/^npm run new:(remote|service) -- \S+$/, /^(\S+) is created\. Run npm start/m],
  [/^npm run contract -- --keep-events$/, /^added: /m],
  [/^npm run contract -- [\w-]+$/, /^may go live$/m],
  [/^npm run nats:config$/, /users\.conf/],
  [/^npm run release -- \S+ --canary \d+$/, /^\S+ \S+ is a canary for \d+ % of visitors/m],
  [/^npm run release -- /, /^\S+ \d+\.\d+\.\d+ is live/m],
  [/^npm run rollback -- /, /^(canary \S+ ended; \S+ \S+ is live$|\S+ \d+\.\d+\.\d+ is live again)/m],
  [/^npm run scale -- order 2$/, /^order-2 running http:/m],
  [/^npm run scale -- order 1$/, /^order running http:(?![^]*order-2)/m],
  [/^npm run roll -- order$/, /^✓ restart order/m],
  [/^npm run dead-letters$/, /^No dead letters\.$/m],
  [/^npm run dead-letters -- replay --all$/, /^Replayed 0 events\.$/m],
  [/^npm run rotate -- (\w+) --finish$/, /^The previous value of \w+ is not accepted any more\.$/m],
  [/^npm run rotate -- backup$/, / has \d+ keys: the first encrypts from now on/],
  [/^npm run rotate -- release$/, /^The next release is signed with another key/m],
  [/^npm run rotate -- \w+$/, /^Replaced: /m],
  [/^npm run backup -- \S+$/, /^✓ backup \(\d+ documents\)/m],
  [/^npm run restore -- --check \S+$/, /^the backup of \S+ is complete: \d+ documents$/m],
  [/^(\w+=\S+ )*npm run restore -- --refund \S+$/, /^restored the backup of \S+$/m],
  [/^npm run secrets$/, /^\.env: added \d+ variables$/m],
];

/** Commands that run until Ctrl-C, by what they print when they are ready. */
const SERVERS: readonly (readonly [command: RegExp, ready: RegExp])[] = [
  [/^(\S+=\S+ )*npm start$/, /^ready http:\S+/m],
  [/^npm run dev -w mf-\w+$/, /^mf-\w+ at http:\S+, with/m],
];

const expectationOf = (table: typeof EXPECTED, command: string): RegExp | undefined =>
  table.find(([pattern]) => pattern.test(command))?.[1];

/** Expects that the processes of a clone end. @param others that may run on */
export const expectNoProcesses = (clone: FreshClone, others = new Map<number, string>()): Promise<void> =>
  expect
    .poll(() => [...clone.processes()].filter(([pid]) => !others.has(pid)), { timeout: ENDING_TIMEOUT_MS })
    .toEqual([]);

/** Runs a documented command to its end. Fails by its exit code, its output, and processes that it leaves behind. */
export async function runDocumented(clone: FreshClone, command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const expected = expectationOf(EXPECTED, command);
  if (!expected) throw new Error(`${command}: what does it print? Add it to e2e/src/dev/guide.ts.`);
  const before = clone.processes();
  const { code, output, seconds } = await clone.run(command, env);
  console.log(`${command}: ${seconds.toFixed(1)} s`);
  expect(code, `${command}\n${output}`).toBe(0);
  expect(output, command).toMatch(expected);
  if (command.startsWith('npm test')) {
    // A store of this clone that runs meanwhile may start processes: its database does for each connection.
    const left = [...clone.processes()].filter(([pid]) => !isBelow(before, pid));
    expect(left, `${command} leaves processes`).toEqual([]);
  }
  return output;
}

export class Guide {
  private readonly steps: Step[];
  private readonly stops = new Map<string, () => Promise<void>>();

  /** @param environments of servers by their command, such as their ports */
  constructor(
    private readonly clone: FreshClone,
    private readonly file: string,
    private readonly environments: Record<string, NodeJS.ProcessEnv> = {},
  ) {
    this.steps = readSteps(clone.read(file) ?? '');
  }

  /** Follows all steps up to a command, and that one. @throws Error when the rest of the document does not have it */
  async through(command: string): Promise<void> {
    const last = this.steps.findIndex((step) => step.kind === 'command' && step.text === command);
    if (last < 0) throw new Error(`${this.file} has no (further) \`${command}\``);
    for (const step of this.steps.splice(0, last + 1)) await this.follow(step);
  }

  /** Follows the rest of the document. */
  async end(): Promise<void> {
    for (const step of this.steps.splice(0)) await this.follow(step);
  }

  /** Leaves out the next step, which must be this command. */
  leaveOut(command: string): void {
    expect(this.steps.shift(), this.file).toEqual({ kind: 'command', text: command });
  }

  /** Ends a server that the document has started, like Ctrl-C. */
  async stop(command: string): Promise<void> {
    const stop = this.stops.get(command);
    if (!stop) throw new Error(`${this.file} has not started \`${command}\``);
    await stop();
  }

  private async follow(step: Step): Promise<void> {
    if (step.kind === 'edit') return this.clone.write(step.file, applyEdit(step, this.clone.read(step.file)));
    const ready = expectationOf(SERVERS, step.text);
    if (ready) this.stops.set(step.text, await this.clone.start(step.text, ready, this.environments[step.text] ?? {}));
    else await runDocumented(this.clone, step.text);
  }
}
