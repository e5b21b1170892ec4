import { randomUUID } from 'node:crypto';
import { type CallKey, type CallRequest, getCall } from '@rangavalli/contracts/calls';
import { staffRoles } from '@rangavalli/contracts/permissions';
import { call, mustCall } from '../support/api.js';
import { buy, createProduct, logInAsOwner, registerShopper, registerStaff, stepUp } from '../support/people.js';
import { run } from '../support/store.js';
import { matrix } from './access-matrix.js';
import {
  isPermitted,
  type OwnedRecords,
  type People,
  type Row,
  type Verdict,
  type Visitor,
} from './access-verdicts.js';

export function expectedVerdict(key: CallKey, visitor: Visitor, isElevated: boolean): Verdict {
  if (!isPermitted(key, visitor)) return visitor === 'guest' ? 'login' : 'no';
  if (getCall(key).stepUp && !isElevated) return 'step-up';
  return (matrix[key] as Row<CallKey>).verdicts?.[visitor] ?? 'in';
}

/** Registers a person for every role; their sessions are not elevated. */
export async function createPeople(): Promise<People> {
  const shopOwner = await logInAsOwner();
  await stepUp(shopOwner);
  const people: Partial<People> = { customer: await registerShopper(), stranger: await registerShopper() };
  // Other tests use the shop owner's account meanwhile.
  for (const role of staffRoles) people[role] = await registerStaff(shopOwner, role);
  return people as People;
}

export async function createOwnedRecords(people: People): Promise<OwnedRecords> {
  const product = await createProduct(people.owner, { stock: 50 });
  const { order, payment } = await buy(people.customer, product);
  const { sessions } = await mustCall('GET /users/sessions', {}, people.customer.token);
  return { people, product, orderId: order._id, payment, sessionId: sessions[0]?.id ?? randomUUID() };
}

export async function getVerdict<K extends CallKey>(key: K, records: OwnedRecords, visitor: Visitor): Promise<Verdict> {
  const { request: createRequest } = matrix[key] as Row<K>;
  const request = ((await createRequest?.(records)) ?? {}) as CallRequest<K>;
  const { status, code } = await send(key, request, visitor === 'guest' ? undefined : records.people[visitor].token);
  if (status >= 500) throw new Error(`${key} as ${visitor}: ${status} ${code}`);
  if (code === 'STEP_UP_REQUIRED') return 'step-up';
  if (status === 401 && code !== 'INVALID_CREDENTIALS') return 'login';
  if (status === 403) return 'no';
  return status === 404 ? 'hidden' : 'in';
}

/** A response that is no JSON, such as a PDF, is only checked for its status. */
async function send<K extends CallKey>(key: K, request: CallRequest<K>, token: string | undefined) {
  if (getCall(key).produces) {
    const [method, path = ''] = key.split(' ');
    const { body } = request as { body?: unknown };
    const response = await fetch(run().api + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, code: isJson ? ((await response.json()) as { code?: string }).code : undefined };
  }
  const response = await call(key, request, token);
  return { status: response.status, code: response.ok ? undefined : response.body.code };
}
