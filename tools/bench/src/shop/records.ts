import { randomUUID } from 'node:crypto';
import { mustCall } from './http.js';

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
  const { token, user } = await mustCall(api, 'POST /users/login', { body: { email, password } });
  return { id: user._id, token };
}

export async function registerCustomers(api: string, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  const register = async (): Promise<void> => {
    const body = {
      name: 'Meera Nair',
      email: `meera-${randomUUID()}@example.com`,
      password: 'a long enough password',
    };
    await mustCall(api, 'POST /users/register', { body });
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
  return (await mustCall(api, 'POST /products/create', { body, token })).product._id;
}
