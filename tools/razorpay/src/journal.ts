import { appendFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * An append-only file of JSON lines. A line is one commit: it is there whole or not at all, because a
 * torn last line (the process or the machine died while writing) is dropped when the file is read.
 */
export class Journal<Line> {
  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Lines of an earlier run, oldest first; none where the file does not exist yet. */
  static async read<Line>(path: string): Promise<Line[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // What follows the last line feed was never acknowledged.
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  }

  /** Starts a fresh file with the given lines in place of the old one, in one rename. */
  static async replace<Line>(path: string, lines: Line[]): Promise<Journal<Line>> {
    await mkdir(dirname(path), { recursive: true });
    const fresh = `${path}.new`;
    const file = await open(fresh, 'w');
    await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
    await rename(fresh, path);
    return new Journal<Line>(path, file);
  }

  /**
   * Afterwards the line outlives this process; a machine that loses its power may lose the last ones. It goes into the system's
   * memory and waits for no disk: to have another thread write it would take longer than to write it.
   */
  append(line: Line): void {
    appendFileSync(this.file.fd, `${JSON.stringify(line)}\n`);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
