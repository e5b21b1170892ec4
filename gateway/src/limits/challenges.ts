import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { CallKey } from '@rangavalli/contracts/calls';
import { CHALLENGE_HEADER } from '@rangavalli/contracts/challenge';
import { challenge, type Challenge, type ChallengeDetails } from '@rangavalli/contracts/entities/challenge';
import { AppError } from '@rangavalli/service-kit/app-error';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GuardedRequest } from '../auth/session.js';
import { networkOf } from '../auth/visitor.js';
import type { GatewayConfig } from '../config.js';
import { SharedCounts } from './shared-counts.js';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = 600_000;
/** Half of them are tried on average: a third of a second on a laptop, one to two seconds on a phone. */
const MAX_NUMBER = 60_000;
const MAX_HEADER_LENGTH = 1_000;

/** Requests of a network in an hour that need no solution; other calls with a challenge have none. */
const freeRequests: Partial<Record<CallKey, number>> = {
  'POST /users/register': 3,
  'POST /users/login': 5,
  // A family or a mobile network checks out behind one address.
  'POST /users/otp': 10,
};

const payload = challenge.omit({ maxnumber: true }).extend({ number: z.int().min(0).max(MAX_NUMBER) });
type Payload = z.infer<typeof payload>;

/**
 * Proof of work (ALTCHA) for calls that guess passwords, send emails or create accounts. A solution is valid once.
 */
@Injectable()
export class Challenges implements OnModuleInit {
  private readonly secret: string;
  /** Verify solutions: the secret, and the one before a rotation. */
  private readonly secrets: readonly string[];
  private readonly limiters = new Map<CallKey, ReturnType<FastifyInstance['createRateLimit']>>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly counts: SharedCounts,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.secret = config.CHALLENGE_SECRET ?? randomBytes(32).toString('base64url');
    const { CHALLENGE_SECRET_PREVIOUS: previous } = config;
    this.secrets = [this.secret, ...(previous ? [previous] : [])];
  }

  onModuleInit() {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const [key, max] of Object.entries(freeRequests) as [CallKey, number][]) {
      const keyGenerator = (request: FastifyRequest) => `${key} ${networkOf(request.ip)}`;
      this.limiters.set(key, fastify.createRateLimit({ max, timeWindow: HOUR_MS, keyGenerator }));
    }
  }

  async create(): Promise<Challenge> {
    const expires = new Date(Date.now() + LIFETIME_MS);
    return challenge.parse(await createChallenge({ hmacKey: this.secret, maxnumber: MAX_NUMBER, expires }));
  }

  /** Returns the error that carries a new challenge. */
  async error(): Promise<AppError> {
    const details: ChallengeDetails = { challenge: await this.create() };
    return new AppError('CHALLENGE_REQUIRED', { details });
  }

  /**
   * Spends the solution that came with the request, and records it there.
   * @throws AppError CHALLENGE_REQUIRED when the request needs a solution and has no valid one
   */
  async check(key: CallKey, request: GuardedRequest): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    request.hasSolvedChallenge = await this.spend(request.headers[CHALLENGE_HEADER]);
    if (request.hasSolvedChallenge) return;
    const state = await this.limiters.get(key)?.(request);
    if (!state || (!state.isAllowed && state.isExceeded)) throw await this.error();
  }

  private async spend(header: string | string[] | undefined): Promise<boolean> {
    const solution = readPayload(header);
    if (!solution) return false;
    if (extractParams(solution)['expires'] === undefined) return false;
    const verified = await Promise.all(this.secrets.map((secret) => verifySolution(solution, secret)));
    if (!verified.includes(true)) return false;
    return new Promise((resolve) => {
      this.counts.add(`solution ${solution.signature}`, LIFETIME_MS, 1, ({ current }) => resolve(current === 1));
    });
  }
}

function readPayload(header: string | string[] | undefined): Payload | undefined {
  if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return undefined;
  try {
    return payload.parse(JSON.parse(Buffer.from(header, 'base64').toString()));
  } catch {
    return undefined;
  }
}
