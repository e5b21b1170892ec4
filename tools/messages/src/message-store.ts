import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface StoredMessage {
  id: string;
  channel: 'sms' | 'whatsapp' | 'push' | 'otp';
  to: string;
  template?: string;
  /** In the order of the template. */
  variables: string[];
  at: string;
  /** The sender's own reference: one per event and receiver. */
  eventKey?: string;
}

const MAX_STORED = 100_000;

/** What the stand-in has accepted, in the order of acceptance. Written at once: it survives a kill. */
export class MessageStore {
  readonly messages: StoredMessage[] = [];
  private readonly file: string;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.file = path.join(dataDir, 'messages.jsonl');
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    this.messages.push(...lines.map((line) => JSON.parse(line) as StoredMessage));
  }

  add(message: StoredMessage): void {
    appendFileSync(this.file, `${JSON.stringify(message)}\n`);
    this.messages.push(message);
    if (this.messages.length > MAX_STORED) this.messages.shift();
  }
}
