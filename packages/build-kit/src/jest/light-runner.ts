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

/** Jest loads it by the path of this file. @public */
export default createRunner({ runtime: 'child_process' });
