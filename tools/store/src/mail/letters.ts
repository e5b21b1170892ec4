// The letters that the store has written: `.eml` files, laid into a folder where there is no mail server.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

export interface Letter {
  /** File name, by which the letter is opened. */
  file: string;
  from: string;
  to: string;
  subject: string;
  /** When it was written, ms since 1970 UTC. */
  at: number;
  text: string | undefined;
  html: string | undefined;
}

/** So many of the newest are listed. */
const LISTED = 200;
const LETTER_FILE = /^[\w.@-]+\.eml$/;

const nameOf = ({ name, address, group }: Address): string =>
  group ? group.map(nameOf).join(', ') : name && address ? `${name} <${address}>` : (address ?? name);

/** Reads a folder's letters; each file once, for letters are never written anew. */
export class Letters {
  private readonly read = new Map<string, Letter>();

  constructor(private readonly folder: string) {}

  /** The newest letters, newest first; none while the folder is not there. */
  async newest(): Promise<Letter[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const files = names.filter((name) => LETTER_FILE.test(name));
    const dated = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(path.join(this.folder, file))).mtimeMs })),
    );
    dated.sort((one, other) => other.at - one.at || one.file.localeCompare(other.file));
    return Promise.all(dated.slice(0, LISTED).map(({ file, at }) => this.parse(file, at)));
  }

  /** One letter, by its file name; undefined when there is none. */
  async find(file: string): Promise<Letter | undefined> {
    if (!LETTER_FILE.test(file)) return undefined;
    const found = await stat(path.join(this.folder, file)).catch(() => undefined);
    return found && this.parse(file, found.mtimeMs);
  }

  private async parse(file: string, at: number): Promise<Letter> {
    const known = this.read.get(file);
    if (known?.at === at) return known;
    const { from, to, subject, text, html } = await PostalMime.parse(await readFile(path.join(this.folder, file)));
    const letter: Letter = {
      file,
      from: from ? nameOf(from) : '',
      to: (to ?? []).map(nameOf).join(', '),
      subject: subject ?? '(no subject)',
      at,
      text,
      html,
    };
    this.read.set(file, letter);
    return letter;
  }
}
