import { expect } from '@playwright/test';
import { eventually, run } from './store.js';

interface Message {
  to: string;
  subject: string;
  text?: string;
}

/** Waits for the newest login code that the store has emailed to an address. */
export const loginCodeFor = (email: string): Promise<string> =>
  eventually(async () => {
    const messages = (await (await fetch(`${run().mail}messages`)).json()) as Message[];
    const [code] = messages.flatMap(({ to, text }) => (to === email && /^\d{6}$/m.exec(text ?? '')) || []);
    expect(code).toBeDefined();
    return code ?? '';
  });
