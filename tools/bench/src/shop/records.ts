import { randomUUID } from 'node:crypto';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { mustSend } from './http.js';

export interface Credentials {
  email: string;
  password: string;
}

export interface Session {
  id: string;
  token: string;
}

/** Password hashing keeps the cores busy: more in parallel are not faster. */
const MAX_PARALLEL_REGISTRATIONS = 4;

export async function logIn(api: string, { email, password }: Credentials): Promise<Session> {
  const body = { email, password };
  const { token, user } = await mustSend<CallResponse<'POST /users/login'>>('POST', `${api}/users/login`, { body });
  return { id: user._id, token };
}

/** Registers new customers and logs them in. */
export async function registerCustomers(api: string, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  const register = async (): Promise<void> => {
    const body = {
      name: 'Meera Nair',
      email: `meera-${randomUUID()}@example.com`,
      password: 'a long enough password',
    };
    await mustSend('POST', `${api}/users/register`, { body });
    sessions.push(await logIn(api, body));
  };
  while (sessions.length < count)
    await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_REGISTRATIONS, count - sessions.length) }, register));
  return sessions;
}

/** Creates a saree. `price` in rupees. @returns its id */
export async function createProduct(
  api: string,
  { token }: Session,
  fields: { name: string; stock: number; price?: number },
): Promise<string> {
  const body = {
    description: 'Created for a measurement.',
    price: 1_234.5,
    category: 'saree',
    sareeType: 'pattu',
    sizes: [],
    ...fields,
  };
  const url = `${api}/products/create`;
  return (await mustSend<CallResponse<'POST /products/create'>>('POST', url, { body, token })).product._id;
}
