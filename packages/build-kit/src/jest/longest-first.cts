import fs = require('node:fs');
import sequencer = require('@jest/test-sequencer');

type Tests = Parameters<sequencer.default['sort']>[0];

const LIMIT = /\}, (\d[\d_]{3,})\);/g;

/** Returns the longest time that a test of the file may take, ms; 0 where none has a limit of its own. */
const limitOf = (file: string): number =>
  Math.max(
    0,
    ...[...fs.readFileSync(file, 'utf8').matchAll(LIMIT)].map(([, ms = '']) => Number(ms.replaceAll('_', ''))),
  );

/**
 * Starts the files first that may take longest, so that none of them runs alone at the end. Jest's own order needs the
 * durations of an earlier run, or goes by size.
 */
class LongestFirst extends sequencer.default {
  override sort(tests: Tests): Tests {
    const sorted = super.sort(tests) as Tests;
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const limits = new Map(sorted.map(({ path }) => [path, limitOf(path)]));
    return sorted.toSorted((one, other) => (limits.get(other.path) ?? 0) - (limits.get(one.path) ?? 0));
  }
}

/** Jest loads it by the path of this file. @public */
export = LongestFirst;
