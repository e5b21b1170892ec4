import { addEventHandler } from 'jest-circus';

/** Of a test or hook without one of its own, ms. */
const LIMIT_MS = 30_000;

type Work = () => unknown;

async function within(work: Work, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${limitMs} ms.`)), limitMs);
  });
  try {
    await Promise.race([Promise.resolve().then(work), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

// The runner of compiled tests has no limits of its own.
addEventHandler((event, { currentDescribeBlock }) => {
  const added =
    event.name === 'add_test'
      ? currentDescribeBlock.children.at(-1)
      : event.name === 'add_hook'
        ? currentDescribeBlock.hooks.at(-1)
        : undefined;
  if (!added || !('fn' in added) || !added.fn) return;
  const work = added.fn as Work;
  const limitMs = ('timeout' in event && event.timeout) || LIMIT_MS;
  added.fn = () => within(work, limitMs);
});
