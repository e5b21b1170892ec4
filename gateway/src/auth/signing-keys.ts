import { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { createRemoteJWKSet, customFetch, errors, type JWSHeaderParameters } from 'jose';
import { Upstreams } from '../upstream/upstreams.js';

const COOL_DOWN_MS = 10_000;
const REFRESH_MS = 300_000;
const FETCH_TIMEOUT_MS = 2_000;
const MAX_WAIT_MS = 5_000;
const RETRY_INTERVAL_MS = 200;

/** Caches the user service's public keys, so that tokens stay valid while it is down. */
@Injectable()
export class SigningKeys implements OnApplicationShutdown {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private readonly refresh: NodeJS.Timeout;

  constructor(upstreams: Upstreams) {
    // Sent to any instance of the user service.
    this.keys = createRemoteJWKSet(new URL('http://user/users/jwks'), {
      cooldownDuration: COOL_DOWN_MS,
      cacheMaxAge: Number.POSITIVE_INFINITY,
      timeoutDuration: FETCH_TIMEOUT_MS,
      [customFetch]: async () => {
        const { status, body } = await upstreams.services.user.call({
          method: 'GET',
          path: '/users/jwks',
          headers: {},
          deadlineMs: FETCH_TIMEOUT_MS,
          isRepeatable: true,
        });
        return new Response(new Uint8Array(body), { status });
      },
    });
    this.refresh = setInterval(() => void this.keys.reload().catch(() => undefined), REFRESH_MS).unref();
  }

  onApplicationShutdown() {
    clearInterval(this.refresh);
  }

  /**
   * Returns PEM.
   * @throws JOSEError when there is no such key; AppError UNAVAILABLE when the keys cannot be fetched
   */
  async keyFor(header: JWSHeaderParameters) {
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      try {
        const key = KeyObject.from(await this.keys(header));
        return key.export({ type: 'spki', format: 'pem' }).toString();
      } catch (error) {
        const isPermanent =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWKSMultipleMatchingKeys ||
          error instanceof errors.JOSENotSupported;
        if (isPermanent) throw error;
        if (Date.now() > deadline) throw new AppError('UNAVAILABLE', { cause: error });
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }
}
