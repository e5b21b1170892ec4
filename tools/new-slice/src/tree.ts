// The project's files as they will be: nothing is written before everything was found where it has to go.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A place that was to be changed is not there any more, or the name can't be used: for the person at the terminal. */
export class NotPossible extends Error {}

/** Edits of files by their places in the text. Each throws NotPossible when the file has no such place. */
export class Tree {
  private readonly changed = new Map<string, string>();

  constructor(readonly root: string) {}

  has(file: string): boolean {
    return this.changed.has(file) || existsSync(path.join(this.root, file));
  }

  read(file: string): string {
    const changed = this.changed.get(file);
    if (changed !== undefined) return changed;
    if (!this.has(file)) throw new NotPossible(`${file} is not there any more: tools/new-slice looks for it.`);
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /** Adds a file that was not there. */
  add(file: string, text: string): void {
    if (this.has(file)) throw new NotPossible(`${file} is there already.`);
    this.changed.set(file, text);
  }

  /** Replaces every place that `pattern` (with the flags `g` and, for `^` and `$`, `m`) finds; there must be so many. */
  replace(file: string, pattern: RegExp, by: (found: string, ...groups: string[]) => string, times = 1): void {
    const text = this.read(file);
    const found = [...text.matchAll(pattern)].length;
    if (found !== times)
      throw new NotPossible(
        `${file} has ${found} places like ${pattern.source}, and not ${times}: tools/new-slice has to be told where its line goes now.`,
      );
    this.changed.set(file, text.replaceAll(pattern, by as (found: string, ...groups: unknown[]) => string));
  }

  /** Puts lines behind each line that `pattern` describes as a whole, without its margin. */
  addLine(file: string, pattern: RegExp, line: (found: string) => string, times = 1): void {
    this.replace(
      file,
      new RegExp(`^([ \\t]*)(${pattern.source})$`, 'gm'),
      (found, margin, text) => `${found}\n${margin}${line(text ?? '')}`,
      times,
    );
  }

  filesBelow(folder: string): string[] {
    const whole = path.join(this.root, folder);
    if (!existsSync(whole)) throw new NotPossible(`${folder} is not there any more: tools/new-slice copies it.`);
    return readdirSync(whole, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name)));
  }

  /** Writes what was changed. @returns the files, in order */
  write(): string[] {
    for (const [file, text] of this.changed) {
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      writeFileSync(path.join(this.root, file), text);
    }
    return [...this.changed.keys()].toSorted();
  }
}
