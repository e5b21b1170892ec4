import type { BrowserReport } from '@rangavalli/contracts/entities/browser-report';
import { remotes } from '@rangavalli/contracts/fragments';

type BrowserError = BrowserReport['errors'][number];
type StackFrame = BrowserError['stack'][number];
export type ReportedSlice = StackFrame['slice'];

const MAX_FRAMES = 10;
/** Messages are part of stacks, and may be long. */
const MAX_STACK_LENGTH = 10_000;
/** `https://host/path:12:34`, in the stacks of all browsers. */
const POSITION = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/g;
const REMOTE_FILE = /^\/remotes\/([\w-]+)\/(?:.+\/)?([\w.-]+\.js)$/;
const SHELL_FILE = /^\/([\w.-]+\.js)$/;
const NAME = /^[A-Za-z]{1,60}$/;

const remoteSlices: readonly string[] = Object.values(remotes).map(({ slice }) => slice);

/** Returns the slice that owns a file of the shop. */
function fileOf(url: string): Pick<StackFrame, 'slice' | 'file'> | undefined {
  const { origin } = window.location;
  if (!url.startsWith(`${origin}/`)) return undefined;
  const path = url.slice(origin.length).replace(/[?#].*/, '');
  const [, slice = '', file = ''] = REMOTE_FILE.exec(path) ?? [];
  if (remoteSlices.includes(slice)) return { slice: slice as ReportedSlice, file };
  const [, shellFile] = SHELL_FILE.exec(path) ?? [];
  return shellFile ? { slice: 'shell', file: shellFile } : undefined;
}

function stackOf(thrown: unknown): string {
  if (thrown instanceof ErrorEvent) return `${thrown.filename}:${thrown.lineno}:${thrown.colno}`;
  const { stack } = (thrown ?? {}) as { stack?: unknown };
  return typeof stack === 'string' ? stack.slice(0, MAX_STACK_LENGTH) : '';
}

/**
 * Returns the name of an error and its position in the shop's files, without its message: that may quote what a
 * visitor entered. Undefined for an error that no file of the shop is part of.
 */
export function describeError(
  thrown: unknown,
): (Pick<BrowserError, 'name'> & { stack: [StackFrame, ...StackFrame[]] }) | undefined {
  const { name } = (thrown ?? {}) as { name?: unknown };
  const [first, ...others] = [...stackOf(thrown).matchAll(POSITION)].flatMap(([, url = '', line, column]) => {
    const file = fileOf(url);
    return file ? [{ ...file, line: Number(line), column: Number(column) }] : [];
  });
  if (!first) return undefined;
  return {
    name: typeof name === 'string' && NAME.test(name) ? name : 'Error',
    stack: [first, ...others.slice(0, MAX_FRAMES - 1)],
  };
}
