/**
 * For `node --require`: maps stack traces to the sources and switches allocation-site pretenuring off. With a folder in
 * CODE_CACHE_DIR it runs a bundle with the code that V8 compiled for it in an earlier run, including that of functions
 * that are compiled when they are first called. Node's own compile cache is written before the program runs and holds
 * the outermost functions only: with all of them a service starts in two thirds of the CPU time.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module = require('node:module');
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** By then a service is ready, and V8 has not yet dropped the code that only a start needs. */
const WRITE_DELAY_MS = 3_000;
/** The code of a program that is older is written again. */
const KEEP_MS = 14 * 24 * 3_600_000;
const DIGEST_BYTES = 20;
const digestOf = (code: Buffer): Buffer => hash('sha1', code, 'buffer');

interface Compiler {
  _compile(this: Module, content: string, file: string, format?: string): unknown;
}

// With `--enable-source-maps` Node also maps the call sites that pino reads when it starts: 50 ms for the map.
Module.setSourceMapsSupport(true);

const program = process.argv[1];
const folder = process.env['CODE_CACHE_DIR'];
if (program?.endsWith('.cjs') && folder && isMainThread) runWithCodeCache(program, folder);
else stopPretenuring();

/**
 * Where V8 allocates a kind of object among the old ones, each dead one keeps the young objects of its request until
 * the whole heap is collected: a gateway that began so served half as much (docs/performance.md). V8 takes compiled
 * code, also that of Node's own modules, only with the flags it was compiled with: as an argument of `node`, the flag
 * costs each start 20 to 50 ms of CPU.
 */
function stopPretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

function runWithCodeCache(program: string, folder: string): void {
  const compiler = Module.prototype as unknown as Compiler;
  const compile = compiler._compile;
  compiler._compile = function (content, file, format) {
    if (file !== program) return compile.call(this, content, file, format);
    compiler._compile = compile;
    const cacheFile = join(folder, `${hash('sha1', content)}-${process.version}.code`);
    const cachedData = readIntact(cacheFile);
    const script = new Script(Module.wrap(content), {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    // Node then maps the positions in stack traces as if it had compiled the program.
    const [mapComment] = /^\/\/# sourceMappingURL=.*\s*$/m.exec(content.slice(-200)) ?? [''];
    compile.call(this, mapComment, file, format);
    if (!cachedData || script.cachedDataRejected)
      writeLater(() => {
        setFlagsFromString('--allocation-site-pretenuring'); // as in the next start
        writeWhole(cacheFile, script.createCachedData());
        stopPretenuring();
      });
    const run = script.runInThisContext() as (...args: unknown[]) => unknown;
    const result = run.call(this.exports, this.exports, Module.createRequire(file), this, file, dirname(file));
    stopPretenuring(); // the modules that the program imports are loaded
    return result;
  };
}

/** At the latest when the process exits. */
function writeLater(write: () => void): void {
  process.once('exit', write);
  const timer = setTimeout(() => {
    process.off('exit', write);
    write();
  }, WRITE_DELAY_MS);
  timer.unref();
}

/** V8 itself would run damaged code, for example of a file that a power failure cut. */
function readIntact(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const code = content.subarray(DIGEST_BYTES);
    return digestOf(code).equals(content.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Several processes of one program may write at once. A full disk costs the next start some time, nothing else. */
function writeWhole(file: string, code: Buffer): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    removeOld(dirname(file));
    writeFileSync(part, Buffer.concat([digestOf(code), code]), { mode: 0o600 });
    renameSync(part, file);
  } catch {}
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.includes('.code'))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > KEEP_MS) rmSync(file, { force: true });
  }
}
