import { readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { rspack, type Configuration, type ExternalItemFunctionData } from '@rspack/core';
import { ROOT } from '../workspaces.js';

const NODE_TARGET = 'node24';

/** Prefix of source names in the maps; `run.cjs` removes it. */
const SOURCE_PREFIX = 'source:///';

/** Native modules stay in node_modules, beside their loaders. */
const NATIVE_MODULE = /\.node$|^@node-rs\/|^@img\/|^sharp$/;

type Resolved = (failure: null, result?: string) => void;

/** Leaves native modules and packages that are not installed: Nest and mongodb have many optional ones. */
function externals({ request = '', context = '', getResolve }: ExternalItemFunctionData, done: Resolved): void {
  if (NATIVE_MODULE.test(request)) return done(null, `commonjs ${request}`);
  if (request.startsWith('.') || isBuiltin(request)) return done(null);
  getResolve?.()(context, request, (failure, found) =>
    done(null, failure || !found ? `commonjs ${request}` : undefined),
  );
}

/**
 * Returns the build that bundles each compiled program with its imports into one CommonJS file beside it. Node then reads
 * one file instead of some 1,500, which is most of the cost of a start. Names stay: Nest and logs use class names.
 */
export function bundleBuild(programs: readonly string[]): Configuration {
  return {
    mode: 'none',
    target: NODE_TARGET,
    context: ROOT,
    // One build, so that shared modules are parsed once.
    entry: Object.fromEntries(programs.map((program) => [relative(ROOT, program).replace(/\.js$/, ''), program])),
    devtool: 'nosources-cheap-module-source-map',
    output: {
      path: ROOT,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
      clean: false,
      devtoolModuleFilenameTemplate: `${SOURCE_PREFIX}[resource-path]`,
    },
    externals: [externals],
    module: {
      rules: [{ test: /\.js$/, exclude: /node_modules/, extractSourceMap: true }],
      // Dynamic imports are in the file too. `new URL('…', import.meta.url)` stays unchanged.
      parser: { javascript: { dynamicImportMode: 'eager', url: false } },
    },
    node: { __dirname: false, __filename: false },
    plugins: [
      // The bundle lies beside its program: relative files are found.
      new rspack.DefinePlugin({
        'import.meta.url': "require('node:url').pathToFileURL(__filename).href",
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
      }),
    ],
    optimization: {
      concatenateModules: false,
      minimize: false,
      moduleIds: 'named',
      nodeEnv: false,
      splitChunks: false,
    },
    performance: false,
    ignoreWarnings: [/the request of a dependency is an expression/],
    stats: 'errors-warnings',
  };
}

/** Non-ASCII text that escaping would change: behind a backslash, or in a raw template. */
const MUST_STAY = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/** Escapes a program to ASCII if possible: V8 then stores one byte per character, which saves 10 MB per process. */
export function toAscii(text: string): string {
  if (MUST_STAY.test(text)) return text;
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function writeAsAscii(file: string): void {
  writeFileSync(file, toAscii(readFileSync(file, 'utf8')));
}

/**
 * Removes everything but our own sources from a line map: the first stack trace of a process would otherwise parse
 * hundreds of thousands of lines of packages.
 */
export function keepOwnSources(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[]; mappings: string };
  const sources: string[] = [];
  const newIndexes = map.sources.map((source) =>
    /(^|\/)(node_modules|webpack)\//.test(source) ? -1 : sources.push(source) - 1,
  );
  const lines = decode(map.mappings).map((line) =>
    line.slice(0, 1).flatMap(([column, source = -1, sourceLine = 0, sourceColumn = 0]): SourceMapSegment[] => {
      const index = newIndexes[source] ?? -1;
      return index < 0 ? [] : [[column, index, sourceLine, sourceColumn]];
    }),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources, names: [], mappings: encode(lines) }));
}
