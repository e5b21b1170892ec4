import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { rspack, type Configuration, type ExternalItemFunctionData } from '@rspack/core';
import { ROOT } from '../workspaces.js';

/** The oldest Node that runs them. */
const NODE = 'node20';

/** What names of sources begin with in the maps; `run.cjs` leaves it away. */
const SOURCE = 'source:///';

/** What stays where npm has put it: it is machine code, which lies beside its loader. */
const MACHINE_CODE = /\.node$|^@node-rs\/|^@img\/|^sharp$/;

type Resolved = (failure: null, result?: string) => void;

/**
 * Packages that are not installed are asked for when somebody needs them, as ever: Nest and mongodb have many that one may add,
 * and say themselves what is missing.
 */
function leftOut({ request = '', context = '', getResolve }: ExternalItemFunctionData, done: Resolved): void {
  if (MACHINE_CODE.test(request)) return done(null, `commonjs ${request}`);
  if (request.startsWith('.') || isBuiltin(request)) return done(null);
  getResolve?.()(context, request, (failure, found) =>
    done(null, failure || !found ? `commonjs ${request}` : undefined),
  );
}

/**
 * The build of what runs on Node: of each compiled program one CommonJS file beside it, with everything that it imports. Node then reads
 * one file instead of some 1,500, which is most of what a start costs. Nothing is renamed or left out: class names are what Nest
 * and logs call things by. Lines of our own code are told as of the TypeScript sources.
 */
export function bundleBuild(programs: readonly string[]): Configuration {
  return {
    mode: 'none',
    target: NODE,
    context: ROOT,
    // Together, so that what they share is read once.
    entry: Object.fromEntries(programs.map((program) => [relative(ROOT, program).replace(/\.js$/, ''), program])),
    devtool: 'nosources-cheap-module-source-map',
    output: {
      path: ROOT,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      chunkFormat: 'commonjs',
      clean: false,
      devtoolModuleFilenameTemplate: `${SOURCE}[resource-path]`,
    },
    externals: [leftOut],
    module: {
      rules: [{ test: /\.js$/, exclude: /node_modules/, extractSourceMap: true }],
      // What is imported later is in the file too, and runs when it is imported. `new URL('…', import.meta.url)` stays as it is.
      parser: { javascript: { dynamicImportMode: 'eager', url: false } },
    },
    node: { __dirname: false, __filename: false },
    plugins: [
      // The file lies where its program does: what is looked for beside it is found.
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
