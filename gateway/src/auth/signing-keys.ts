import { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createRemoteJWKSet, type CryptoKey, customFetch, errors, type JWSHeaderParameters } from 'jose';
import { Upstreams } from '../upstream/upstreams.js';

/** An unknown key id makes the set be fetched again, at most this often, ms. */
const COOL_DOWN_MS = 10_000;
/** The set is fetched again this often, so that a withdrawn key is forgotten, ms. */
const REFRESH_MS = 300_000;
/** One attempt to fetch it, ms. */
const ANSWER_MS = 2_000;
/** How long a request waits for the user service to come back, ms. */
const PATIENCE_MS = 5_000;

/**
 * The user service's public keys (RFC 7517), fetched when first needed and kept: while the user service is
 * away, everybody who is logged in stays so.
 */
@Injectable()
export class SigningKeys implements OnApplicationShutdown {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private readonly refresh: NodeJS.Timeout;

  constructor(upstreams: Upstreams) {
    // The address is a name only: whichever process of the user service is there answers.
    this.keys = createRemoteJWKSet(new URL('http://user/users/jwks'), {
      cooldownDuration: COOL_DOWN_MS,
      cacheMaxAge: Number.POSITIVE_INFINITY,
      timeoutDuration: ANSWER_MS,
      [customFetch]: async () => {
        const { status, body } = await upstreams.services.user.call({
          method: 'GET',
          path: '/users/jwks',
          headers: {},
          deadlineMs: ANSWER_MS,
          repeatable: true,
        });
        return new Response(new Uint8Array(body), { status });
      },
    });
    this.refresh = setInterval(() => void this.keys.reload().catch(() => undefined), REFRESH_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.refresh);
  }

  /**
   * The key that a token says it is signed with, in PEM.
   * @throws JOSEError when there is no such key; AppError UNAVAILABLE when the keys can't be had
   */
  async keyFor(header: JWSHeaderParameters): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return KeyObject.from((await this.keys(header)) as CryptoKey)
          .export({ type: 'spki', format: 'pem' })
          .toString();
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
        if (error instanceof errors.JOSENotSupported || Date.now() > deadline)
          throw error instanceof errors.JOSENotSupported ? error : new AppError('UNAVAILABLE', { cause: error });
        await sleep(200);
      }
    }
  }
}
