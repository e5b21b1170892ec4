import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { services } from '@rangavalli/contracts/call';
import { byAddress, remoteSlices } from '@rangavalli/contracts/slices';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { createService } from '@rangavalli/service-kit/service';
import { startTestNats } from '@rangavalli/service-kit/testing/nats-server';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { gatewayService } from '../gateway.service-definition.js';
import { FakeUpstream } from './fake-upstream.js';

export const SECRET = 'a-secret-for-tests-only';
export const customer: Identity = {
  id: '65a1b2c3d4e5f60718293a4b',
  role: 'user',
  name: 'Asha Rao',
  email: 'asha@example.com',
};
export const admin: Identity = {
  id: '65a1b2c3d4e5f60718293a4c',
  role: 'admin',
  name: 'Shop Admin',
  email: 'admin@example.com',
};

export interface TestGateway {
  app: NestFastifyApplication;
  upstream: FakeUpstream;
  inject: NestFastifyApplication['inject'];
  authorization(
    as: Identity,
    claims?: { issuer?: string; audience?: string; expires?: string | number },
  ): Promise<{ authorization: string }>;
  stop(): Promise<void>;
}

export async function startTestGateway(env: NodeJS.ProcessEnv = {}): Promise<TestGateway> {
  const nats = await startTestNats();
  const upstream = await new FakeUpstream().start();
  const users = await new FakeUpstream().start();
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048 });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] });
  users.respond = (seen, response) => {
    if (seen.path !== '/users/jwks') {
      upstream.seen.push(seen);
      return upstream.respond(seen, response);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(jwks);
  };
  const { url } = upstream;
  const stopDependencies = async () => {
    await Promise.all([upstream.stop(), users.stop()]);
    await nats.stop();
  };
  const app = await createService(gatewayService, {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    INTERNAL_SECRET: SECRET,
    NATS_URL: nats.url,
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
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    upstream,
    inject: app.inject.bind(app),
    async authorization(as, { issuer = 'rangavalli', audience = 'rangavalli-store', expires = '1h' } = {}) {
      const token = await new SignJWT({ name: as.name, email: as.email, role: as.role })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setSubject(as.id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
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
