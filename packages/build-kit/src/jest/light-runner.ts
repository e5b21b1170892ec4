import { createRunner } from 'jest-light-runner';
import { Tinypool } from 'tinypool';

type Run = typeof Tinypool.prototype.run;
type Channel = Required<Pick<NonNullable<NonNullable<Parameters<Run>[1]>['channel']>, 'onMessage' | 'postMessage'>>;

/**
 * jest-light-runner 0.8.2 has one channel for all workers, and replies to a worker that requests its settings by
 * sending them to each that waits. One that is still starting misses them, requests them later, and gets no reply: its
 * test file never ends. Here each worker has a channel of its own, which is known to the shared one for one reply.
 */
function ownChannel(shared: Channel): Channel {
  let listener: Parameters<Channel['onMessage']>[0] = () => undefined;
  return {
    onMessage: (added) => {
      listener = added;
    },
    postMessage: (message) => {
      shared.onMessage(listener);
      shared.postMessage(message);
    },
  };
}

const run: Run = Tinypool.prototype.run;
Tinypool.prototype.run = function runWithOwnChannel(task, { channel, ...options } = {}) {
  return run.call(this, task, { ...options, ...(channel ? { channel: ownChannel(channel as Channel) } : {}) });
};

type Test = Readonly<{ path: string }>;

/** Small files that take 5 s or more, mostly for timers and other processes. */
const takesLong = ({ path }: Test): boolean =>
  /\/(?:connection|driver-watchdog|contract-changes)\.test\.js$/.test(path);
/** One for each worker of a run. */
const STARTED_FIRST = 4;

/**
 * Jest starts with the largest files and ends with the smallest: those that take long come early here, where others run
 * beside them. Jest loads it by the path of this file. @public
 */
export default class extends createRunner({ runtime: 'child_process' }) {
  override runTests(tests: readonly Test[], ...rest: unknown[]): Promise<void> {
    const others = tests.filter((test) => !takesLong(test));
    return super.runTests(
      [...others.slice(0, STARTED_FIRST), ...tests.filter(takesLong), ...others.slice(STARTED_FIRST)],
      ...rest,
    );
  }
}
