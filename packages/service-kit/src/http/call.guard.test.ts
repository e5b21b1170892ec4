import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type CallKey, calls, getCall } from '@rangavalli/contracts/calls';
import { permissionsOf, type Role, roles } from '@rangavalli/contracts/permissions';
import { buildIdentity, signTestIdentity, TEST_IDENTITY_ENV } from '../testing/test-identity.js';
import { HandlesCall, type IdentifiedRequest } from './call.decorators.js';
import { CallGuard } from './call.guard.js';
import { IDENTITY_HEADER, IdentityVerifier } from './identity.js';
import { identityPublicKeys } from './identity-keys.js';
import { Internal } from './internal.js';

const guard = new CallGuard(
  new Reflector(),
  new IdentityVerifier('order', identityPublicKeys.parse(TEST_IDENTITY_ENV.IDENTITY_PUBLIC_KEYS)),
);

function handlerOf(decorator?: MethodDecorator): () => void {
  const handler = () => undefined;
  decorator?.({}, 'handler', { value: handler });
  return handler;
}

/** Returns `allowed` or the code of the error. */
function resultOf(handler: () => void, header: string | undefined, request: Partial<IdentifiedRequest> = {}): string {
  Object.assign(request, { headers: header === undefined ? {} : { [IDENTITY_HEADER]: header } });
  const context = {
    getType: () => 'http',
    getHandler: () => handler,
    getClass: () => class {},
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  try {
    return guard.canActivate(context) ? 'allowed' : 'refused';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const identityOf = (role: Role, elevatedUntil: number | undefined) =>
  buildIdentity({ id: 'a'.repeat(24), role, elevatedUntil });
const keys = Object.keys(calls) as CallKey[];

describe.each(keys)('%s', (key) => {
  const { access, stepUp } = getCall(key);
  const handler = handlerOf(HandlesCall(key));

  test('is refused to guests unless it is public', () => {
    const expected = access === 'public' ? 'allowed' : 'UNAUTHENTICATED';
    expect([resultOf(handler, undefined), resultOf(handler, 'forged.identity.header')]).toEqual([expected, expected]);
  });

  test.each(roles)('is decided by the permissions of the role %s', (role) => {
    const isPermitted =
      access === 'public' || access === 'customer' || permissionsOf(role).some((permission) => permission === access);
    const elevated = signTestIdentity('order', identityOf(role, Date.now() + 60_000));
    expect(resultOf(handler, elevated)).toBe(isPermitted ? 'allowed' : 'FORBIDDEN');
    const withoutStepUp = stepUp ? 'STEP_UP_REQUIRED' : 'allowed';
    for (const elevatedUntil of [undefined, Date.now() - 1])
      expect(resultOf(handler, signTestIdentity('order', identityOf(role, elevatedUntil)))).toBe(
        isPermitted ? withoutStepUp : 'FORBIDDEN',
      );
  });
});

describe('a route', () => {
  test('without a call is refused, also to the owner', () => {
    const owner = signTestIdentity('order', identityOf('owner', undefined));
    expect([resultOf(handlerOf(), undefined), resultOf(handlerOf(), owner)]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  test('of probes needs no identity', () => {
    const handler = handlerOf();
    Internal()(handler);
    expect(resultOf(handler, undefined)).toBe('allowed');
  });

  test('passes on who sends the request', () => {
    const request: Partial<IdentifiedRequest> = {};
    const asha = identityOf('user', undefined);
    const header = signTestIdentity('order', asha, { network: '198.51.100.7', hasSolvedChallenge: true });
    expect(resultOf(handlerOf(HandlesCall('GET /cart')), header, request)).toBe('allowed');
    expect(request.identity).toMatchObject({ id: asha.id, sessionId: asha.sessionId });
    expect(request.visitor).toEqual({ network: '198.51.100.7', hasSolvedChallenge: true });
  });

  test('refuses an identity that was signed for another service', () => {
    const header = signTestIdentity('payment', identityOf('owner', undefined));
    expect(resultOf(handlerOf(HandlesCall('GET /orders/admin/all')), header)).toBe('UNAUTHENTICATED');
  });
});
