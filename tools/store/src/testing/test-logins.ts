import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Identity } from '@rangavalli/service-kit/http/identity';

const KEY_ID = 'k1';
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The part of the user service that a gateway needs: signing keys and the check of sessions. */
export class TestLogins {
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly server: Server;

  private constructor() {
    const key = { ...this.keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
    this.server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }));
    });
  }

  static async start(nats: NatsConnection): Promise<TestLogins> {
    const logins = new TestLogins();
    const data = {
      isActive: true,
      sessionVersion: 0,
      role: 'user',
      emailVerified: true,
      isSecondFactorSetupRequired: false,
    };
    nats.subscribe('rpc.user.session.check', {
      callback: (_error, message) => void message.respond(JSON.stringify({ ok: true, data })),
    });
    logins.server.listen(0, '127.0.0.1');
    await once(logins.server, 'listening');
    return logins;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the header of a customer who is logged in for an hour. */
  authorization({ id, name, email, emailVerified, role, sessionId }: Identity): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { sub: id, iss: 'rangavalli', aud: 'rangavalli-store', iat, exp: iat + 3_600 };
    const content = { name, email, emailVerified, role, sid: sessionId, ver: 0, ...claims };
    const signed = `${encode({ alg: 'RS256', kid: KEY_ID })}.${encode(content)}`;
    return `Bearer ${signed}.${sign('sha256', Buffer.from(signed), this.keys.privateKey).toString('base64url')}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
