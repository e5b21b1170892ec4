import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { mustSend } from '../checkout/http.js';

const PASSWORD = 'a long enough password';
/** Passwords are hashed on purpose slowly: more at a time only wait for each other. */
const AT_A_TIME = 4;

/** Somebody's token. */
export async function logIn(api: string, { email, password }: { email: string; password: string }): Promise<string> {
  return (await mustSend<CallAnswer<'POST /users/login'>>('POST', `${api}/users/login`, { body: { email, password } }))
    .token;
}

/** Tokens of so many new customers. */
export async function newCustomers(api: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  const one = async (): Promise<void> => {
    const person = { name: 'Meera Nair', email: `meera-${randomUUID()}@example.com`, password: PASSWORD };
    await mustSend('POST', `${api}/users/register`, { body: person });
    tokens.push(await logIn(api, person));
  };
  for (let made = 0; made < count; made += AT_A_TIME)
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - made) }, one));
  return tokens;
}
