/**
 * Runs a program that was built into one file: `run.cjs <file> [arguments]`. What V8 made of the file is kept beside it
 * (`<file>.code`), so that the next start compiles nothing; what is not built into one file is imported as it is.
 */
import buffer = require('node:buffer');
import fs = require('node:fs');
import Module = require('node:module');
import path = require('node:path');
import url = require('node:url');
import vm = require('node:vm');

/** By then a process has done what it does at a start: what it compiled meanwhile is kept too. Milliseconds. */
const KEPT_AFTER_MS = 10_000;

/** Says whether what is kept was made of this very file by this very Node: V8 itself compares the texts' lengths alone. */
function markOf(file: string): Buffer {
  const { mtimeNs, size } = fs.statSync(file, { bigint: true });
  return Buffer.from(`${process.version} ${process.arch} ${mtimeNs} ${size}\n`);
}

function keptCode(file: string, mark: Buffer): Buffer | undefined {
  try {
    const kept = fs.readFileSync(file);
    return kept.subarray(0, mark.length).equals(mark) ? kept.subarray(mark.length) : undefined;
  } catch {
    return undefined; // never started before
  }
}

/** Whole or not at all: several processes may run one file. */
function keep(file: string, mark: Buffer, script: vm.Script): void {
  const fresh = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(fresh, Buffer.concat([mark, script.createCachedData()]));
    fs.renameSync(fresh, file);
  } catch {
    // A folder that can't be written to: every start compiles.
    fs.rmSync(fresh, { force: true });
  }
}

/** Some time after the start, or at the end of a life that is shorter. */
function keepOnce(work: () => void): void {
  const once = (): void => {
    clearTimeout(timer);
    process.off('exit', once);
    work();
  };
  const timer = setTimeout(once, KEPT_AFTER_MS).unref();
  process.on('exit', once);
}

/** Stacks name the sources' files and lines, by the map beside the file; it is read when the first stack is asked for. */
function tellSources(file: string): void {
  let map: Module.SourceMap | undefined;
  const mapped = (frame: NodeJS.CallSite): string => {
    if (frame.getFileName() !== file) return String(frame);
    map ??= new Module.SourceMap(JSON.parse(fs.readFileSync(`${file}.map`, 'utf8')) as Module.SourceMapPayload);
    const [line, column] = [frame.getLineNumber() ?? 1, frame.getColumnNumber() ?? 1];
    const entry = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return String(frame);
    return String(frame).replace(
      `${file}:${line}:${column}`,
      `${entry.originalSource.replace(/^source:\/+(\.\/)?/, '')}:${entry.originalLine + 1}`,
    );
  };
  Error.prepareStackTrace = (error: Error, frames) => {
    try {
      return [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${mapped(frame)}`)].join('\n');
    } catch {
      return [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${String(frame)}`)].join('\n');
    }
  };
}

/** As Node runs a CommonJS file. */
function run(file: string): void {
  const mark = markOf(file);
  const cachedData = keptCode(`${file}.code`, mark);
  const text = fs.readFileSync(file);
  const script = new vm.Script(Module.wrap(text.toString(buffer.isAscii(text) ? 'latin1' : 'utf8')), {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected) keepOnce(() => keep(`${file}.code`, mark, script));
  tellSources(file);
  const main = new Module(file);
  main.filename = file;
  script
    .runInThisContext()
    .call(main.exports, main.exports, Module.createRequire(file), main, file, path.dirname(file));
}

const [, , program = ''] = process.argv;
const file = path.resolve(program);
process.argv.splice(1, 2, file);
if (file.endsWith('.cjs')) run(file);
else {
  process.setSourceMapsEnabled(true);
  void import(url.pathToFileURL(file).href);
}
