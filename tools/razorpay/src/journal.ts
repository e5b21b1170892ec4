import { appendFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An append-only file of JSON lines, one per commit. Reading drops a last line that a crash truncated. */
export class Journal<Line> {
  private constructor(private readonly file: FileHandle) {}

  static async read<Line>(path: string): Promise<Line[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  }

  static async replace<Line>(path: string, lines: Line[]): Promise<Journal<Line>> {
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.new`;
    // It holds payments: no other user of the machine may read it.
    const file = await open(temporary, 'w', 0o600);
    await file.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
    await rename(temporary, path);
    return new Journal<Line>(file);
  }

  /** Survives a crash of the process, not of the machine. Synchronous, because that is faster than a thread switch. */
  append(line: Line): void {
    appendFileSync(this.file.fd, `${JSON.stringify(line)}\n`);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
