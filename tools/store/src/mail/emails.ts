import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

export interface Email {
  file: string;
  from: string;
  to: string;
  subject: string;
  /** When it was written, ms since 1970 UTC. */
  at: number;
  text: string | undefined;
  html: string | undefined;
}

const MAX_LISTED = 200;
const EMAIL_FILE = /^[\w.@-]+\.eml$/;

const formatAddress = ({ name, address, group }: Address): string =>
  group ? group.map(formatAddress).join(', ') : name && address ? `${name} <${address}>` : (address ?? name);

export class Emails {
  private readonly cache = new Map<string, Email>();

  constructor(private readonly folder: string) {}

  async newest(): Promise<Email[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const files = names.filter((name) => EMAIL_FILE.test(name));
    const dated = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(path.join(this.folder, file))).mtimeMs })),
    );
    dated.sort((one, other) => other.at - one.at || one.file.localeCompare(other.file));
    return Promise.all(dated.slice(0, MAX_LISTED).map(({ file, at }) => this.read(file, at)));
  }

  async find(file: string): Promise<Email | undefined> {
    if (!EMAIL_FILE.test(file)) return undefined;
    const found = await stat(path.join(this.folder, file)).catch(() => undefined);
    return found && this.read(file, found.mtimeMs);
  }

  private async read(file: string, at: number): Promise<Email> {
    const cached = this.cache.get(file);
    if (cached?.at === at) return cached;
    const {
      from,
      to = [],
      subject = '(no subject)',
      text,
      html,
    } = await PostalMime.parse(await readFile(path.join(this.folder, file)));
    const email: Email = {
      file,
      from: from ? formatAddress(from) : '',
      to: to.map(formatAddress).join(', '),
      subject,
      at,
      text,
      html,
    };
    this.cache.set(file, email);
    return email;
  }
}
