import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import { type Identity, IdentityVerifier, type Verified } from '@rangavalli/service-kit/http/identity';
import { identityPublicKeys } from '@rangavalli/service-kit/http/identity-keys';
import { listenInternally } from '@rangavalli/service-kit/http/internal-port';
import { createService } from '@rangavalli/service-kit/service';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { buildIdentity, TEST_GATEWAY_ENV, TEST_IDENTITY_ENV } from '@rangavalli/service-kit/testing/test-identity';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { gatewayService } from '../gateway.service-definition.js';
import { FakeSessions } from './fake-sessions.js';
import { FakeUpstream } from './fake-upstream.js';

export const customer = buildIdentity({ id: '65a1b2c3d4e5f60718293a4b' });
export const owner = buildIdentity({
  id: '65a1b2c3d4e5f60718293a4c',
  role: 'owner',
  name: 'Shop Owner',
  email: 'owner@example.com',
});

export interface TestGateway {
  app: NestFastifyApplication;
  upstream: FakeUpstream;
  sessions: FakeSessions;
  /** Of its public port. */
  address: string;
  inject: NestFastifyApplication['inject'];
  /** Requests a path at the internal port. */
  fetchInternal(path: string): Promise<Response>;
  authorization(
    as: Identity,
    claims?: {
      issuer?: string;
      audience?: string;
      issuedAt?: number | undefined;
      expires?: string | number;
      version?: number;
    },
  ): Promise<{ authorization: string }>;
  stop(): Promise<void>;
}

/** Generated once: it takes as long as a start of the gateway. */
let keys: ReturnType<typeof generateKeyPair> | undefined;

/** Starts NATS too, unless `env` names one. */
export async function startTestGateway(env: NodeJS.ProcessEnv = {}): Promise<TestGateway> {
  const nats = env.NATS_URL ? undefined : await startTestNats();
  const natsUrl = env.NATS_URL ?? nats?.url ?? '';
  const upstream = await new FakeUpstream().start();
  const users = await new FakeUpstream().start();
  keys ??= generateKeyPair('RS256', { modulusLength: 2048 });
  const { publicKey, privateKey } = await keys;
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
  users.respond = (seen, response) => {
    if (seen.path !== '/users/jwks') {
      upstream.seen.push(seen);
      return upstream.respond(seen, response);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(jwks);
  };
  const { url } = upstream;
  const sessions = await FakeSessions.start(natsUrl);
  const stopDependencies = async () => {
    await sessions.stop();
    await Promise.all([upstream.stop(), users.stop()]);
    await nats?.stop();
  };
  const app = await createService(gatewayService, {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    ...TEST_GATEWAY_ENV,
    NATS_URL: natsUrl,
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'http://localhost:3000',
    ...byAddress(services, url),
    USER_URL: users.url,
    SHELL_URL: url,
    ...byAddress(remoteSlices, url),
    CLOUDINARY_DELIVERY_URL: `${url}/delivery/`,
    CLOUDINARY_UPLOAD_URL: 'http://localhost:4100/v1_1/demo/image/upload',
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_CHECKOUT_URL: 'http://localhost:4000/v1/checkout.js',
    ...env,
  }).catch(async (error: unknown) => {
    await stopDependencies();
    throw error;
  });
  await app.listen(0, '127.0.0.1');
  const internalPort = await listenInternally(app.getHttpAdapter().getInstance(), '127.0.0.1', 0);
  return {
    app,
    upstream,
    sessions,
    address: await app.getUrl(),
    fetchInternal: (path) => fetch(`http://127.0.0.1:${internalPort}${path}`),
    inject: app.inject.bind(app),
    async authorization(as, claims = {}) {
      const { issuer = 'rangavalli', audience = 'rangavalli-store', issuedAt, expires = '1h', version = 0 } = claims;
      const { id, name, email, emailVerified, role, sessionId } = as;
      sessions.add(id, role);
      const token = await new SignJWT({ name, email, emailVerified, role, sid: sessionId, ver: version })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setSubject(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(privateKey);
      return { authorization: `Bearer ${token}` };
    },
    async stop() {
      await app.close();
      await stopDependencies();
    },
  };
}

/** Returns what the service sees of who sent a request. */
export const verifiedBy = (service: string, header: unknown): Verified | undefined =>
  new IdentityVerifier(service, identityPublicKeys.parse(TEST_IDENTITY_ENV.IDENTITY_PUBLIC_KEYS)).verify(header);
