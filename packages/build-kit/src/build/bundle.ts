import { readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { rspack, type Configuration, type ExternalItemFunctionData } from '@rspack/core';
import { ROOT } from '../workspaces.js';

const NODE_TARGET = 'node24';

/** The PDF libraries read files beside their own, and are loaded only when needed. */
const NATIVE_MODULE = /\.node$|^@node-rs\/|^@img\/|^sharp$|^pdfkit$|^@react-pdf\/renderer$/;

type Resolved = (failure: null, result?: string) => void;

/** Packages that are not installed stay external: Nest and mongodb have many optional ones. */
function externals({ request = '', context = '', getResolve }: ExternalItemFunctionData, done: Resolved): void {
  if (NATIVE_MODULE.test(request)) return done(null, `commonjs ${request}`);
  if (request.startsWith('.') || isBuiltin(request)) return done(null);
  getResolve?.()(context, request, (failure, found) =>
    done(null, failure || !found ? `commonjs ${request}` : undefined),
  );
}

/** Bundles each program into one CommonJS file: reading some 1,500 files is most of the cost of a start. */
export function bundleBuild(programs: readonly string[]): Configuration {
  return {
    mode: 'none',
    target: NODE_TARGET,
    context: ROOT,
    entry: Object.fromEntries(programs.map((program) => [relative(ROOT, program).replace(/\.js$/, ''), program])),
    devtool: 'nosources-cheap-module-source-map',
    output: {
      path: ROOT,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
      clean: false,
      devtoolModuleFilenameTemplate: 'source:///[resource-path]',
    },
    externals: [externals],
    module: {
      rules: [{ test: /\.js$/, exclude: /node_modules/, extractSourceMap: true }],
      // `new URL('…', import.meta.url)` stays unchanged.
      parser: { javascript: { dynamicImportMode: 'eager', url: false } },
    },
    node: { __dirname: false, __filename: false },
    plugins: [
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
      // React in emails and invoices: its development build takes several times as long.
      nodeEnv: 'production',
      splitChunks: false,
    },
    performance: false,
    ignoreWarnings: [/the request of a dependency is an expression/],
    stats: 'errors-warnings',
  };
}

/** Behind a backslash or in a raw template, escaping would change the text. */
const MUST_STAY = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/** Escapes a program to ASCII: V8 then stores one byte per character, which saves 10 MB per process. */
export function toAscii(text: string): string {
  if (MUST_STAY.test(text)) return text;
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function writeAsAscii(file: string): void {
  writeFileSync(file, toAscii(readFileSync(file, 'utf8')));
}

/** Keeps only our own sources in a source map: parsing it whole would slow the first stack trace. */
export function keepOwnSources(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[]; mappings: string };
  const sources: string[] = [];
  const newIndexes = map.sources.map((source) =>
    /(^|\/)(node_modules|webpack)\//.test(source) ? -1 : sources.push(source) - 1,
  );
  let wasOwn = false;
  const lines = decode(map.mappings).map(([segment]): SourceMapSegment[] => {
    const [, source = -1, line = 0, column = 0] = segment ?? [];
    const index = newIndexes[source] ?? -1;
    // An unmapped segment ends our sources: a position without one takes the one before it.
    const segments: SourceMapSegment[] = index >= 0 ? [[0, index, line, column]] : wasOwn ? [[0]] : [];
    wasOwn = index >= 0;
    return segments;
  });
  writeFileSync(file, JSON.stringify({ ...map, sources, names: [], mappings: encode(lines) }));
}
