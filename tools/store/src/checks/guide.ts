// The commands and edits of a document: fenced blocks `sh` and `diff`.

export interface Command {
  kind: 'command';
  text: string;
}

/** Replaces `before`, which occurs once in the file; the file is new when `before` is undefined. */
export interface Edit {
  kind: 'edit';
  file: string;
  before: string | undefined;
  after: string;
}

export type Step = Command | Edit;

const FENCE = /^( *)```(sh|diff)\n([\s\S]*?)^ *```$/gm;
const FILES = /^--- (\S+)\n\+\+\+ (\S+)\n/gm;
const NO_FILE = '/dev/null';

/** Returns the steps of a Markdown document in their order. @throws Error for a `diff` block that names no file */
export const readSteps = (markdown: string): Step[] =>
  [...markdown.matchAll(FENCE)].flatMap(([, margin = '', language, indented = '']): Step[] => {
    const block = indented.replaceAll(new RegExp(`^${margin}`, 'gm'), '');
    return language === 'sh' ? commandsIn(block) : editsIn(block);
  });

const commandsIn = (block: string): Command[] =>
  block
    .split('\n')
    .map((line) => line.replace(/(^|\s+)# .*$/, '').trim())
    .filter(Boolean)
    .map((text) => ({ kind: 'command', text }));

function editsIn(block: string): Edit[] {
  const heads = [...block.matchAll(FILES)];
  if (heads[0]?.index !== 0) throw new Error(`A diff block must begin with "--- <file>" and "+++ <file>":\n${block}`);
  return heads.flatMap(({ 0: head, 1: from, 2: file = '', index }, position) => {
    const body = block.slice(index + head.length, heads[position + 1]?.index);
    return body
      .split(/^@@.*\n/m)
      .filter((hunk) => hunk.trim())
      .map((hunk) => editOf(file, from === NO_FILE, hunk));
  });
}

/** Markers are ' ', '-' and '+', as in a unified diff; an empty line counts as ' '. */
function editOf(file: string, isNew: boolean, hunk: string): Edit {
  const lines = hunk.replace(/\n$/, '').split('\n');
  const withMarker = (...markers: string[]): string =>
    lines
      .filter((line) => markers.includes(line[0] ?? ' '))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const unknown = lines.find((line) => !' -+'.includes(line[0] ?? ' '));
  if (unknown !== undefined) throw new Error(`${file}: a line of a diff begins with ' ', '-' or '+': ${unknown}`);
  if (!isNew && !withMarker(' ', '-')) throw new Error(`${file}: a hunk needs a line that shows its place:\n${hunk}`);
  return { kind: 'edit', file, before: isNew ? undefined : withMarker(' ', '-'), after: withMarker(' ', '+') };
}

/**
 * Returns the file's next text.
 * @param text undefined when the file does not exist
 * @throws Error where the edit does not fit
 */
export function applyEdit({ file, before, after }: Edit, text: string | undefined): string {
  if (before === undefined) {
    if (text !== undefined) throw new Error(`${file} exists.`);
    return after;
  }
  const whole = `\n${text ?? ''}`;
  let found = 0;
  for (let at = whole.indexOf(`\n${before}`); at >= 0; at = whole.indexOf(`\n${before}`, at + 1)) found += 1;
  if (found !== 1) throw new Error(`${file} contains ${found} times, not once:\n${before}`);
  return whole.replace(`\n${before}`, () => `\n${after}`).slice(1);
}
