import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A line to change is missing, or the name can't be used. The message is for the user. */
export class NotPossible extends Error {}

/** Collects edits of the project's files and writes them at once. Throws NotPossible when a line is missing. */
export class Tree {
  private readonly changed = new Map<string, string>();

  constructor(readonly root: string) {}

  has(file: string): boolean {
    return this.changed.has(file) || existsSync(path.join(this.root, file));
  }

  read(file: string): string {
    const changed = this.changed.get(file);
    if (changed !== undefined) return changed;
    if (!this.has(file)) throw new NotPossible(`${file} does not exist; update tools/new-slice.`);
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  add(file: string, text: string): void {
    if (this.has(file)) throw new NotPossible(`${file} exists.`);
    this.changed.set(file, text);
  }

  /** Replaces all `times` matches of a pattern with the flag `g`. */
  replace(file: string, pattern: RegExp, by: (found: string, ...groups: string[]) => string, times = 1): void {
    const text = this.read(file);
    const found = [...text.matchAll(pattern)].length;
    if (found !== times)
      throw new NotPossible(`${file} has ${found} matches of ${pattern.source}, not ${times}; update tools/new-slice.`);
    this.changed.set(file, text.replaceAll(pattern, by as (found: string, ...groups: unknown[]) => string));
  }

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
    if (!existsSync(whole)) throw new NotPossible(`${folder} does not exist; update tools/new-slice.`);
    return readdirSync(whole, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name)));
  }

  /** @returns the changed files */
  write(): string[] {
    for (const [file, text] of this.changed) {
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      writeFileSync(path.join(this.root, file), text);
    }
    return [...this.changed.keys()].toSorted();
  }
}
