import { readFileSync, writeFileSync } from 'node:fs';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface LineMap {
  sources: string[];
  mappings: string;
}

/**
 * Leaves a map of lines only what it tells of our own sources: a package's lines are as well read where they are, and whoever asks for a
 * first stack (NATS' client does when a connection closes) would wait for hundreds of thousands of them.
 */
export function keepOwnLines(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as LineMap;
  const sources: string[] = [];
  const own = map.sources.map((source) =>
    /(^|\/)(node_modules|webpack)\//.test(source) ? -1 : sources.push(source) - 1,
  );
  const lines = decode(map.mappings).map((line) =>
    line.slice(0, 1).flatMap(([column, source = -1, sourceLine = 0, sourceColumn = 0]): SourceMapSegment[] => {
      const kept = own[source] ?? -1;
      return kept < 0 ? [] : [[column, kept, sourceLine, sourceColumn]];
    }),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources, names: [], mappings: encode(lines) }));
}
