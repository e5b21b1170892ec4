import { expect } from '@playwright/test';
import { eventually, run } from './store.js';

interface Message {
  to: string;
  subject: string;
  text?: string;
}

export const messagesTo = async (email: string): Promise<Message[]> => {
  const messages = (await (await fetch(`${run().mail}messages`)).json()) as Message[];
  return messages.filter(({ to }) => to === email);
};

/** Waits for the newest login code that the store has emailed to an address. */
export const loginCodeFor = (email: string): Promise<string> =>
  eventually(async () => {
    const [code] = (await messagesTo(email)).flatMap(({ text }) => /^\d{6}$/m.exec(text ?? '') ?? []);
    expect(code).toBeDefined();
    return code ?? '';
  });
