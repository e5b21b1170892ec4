import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { role } from '@rangavalli/contracts/entities/user';
import { objectId } from '@rangavalli/contracts/primitives';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { z } from 'zod';
import type { Session } from './session.js';
import { SigningKeys } from './signing-keys.js';

const ISSUER = 'rangavalli';
const AUDIENCE = 'rangavalli-store';

const claims = z.object({
  sub: objectId,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role,
  sid: z.uuid(),
  ver: z.int().min(0),
  iat: z.number(),
  exp: z.number(),
});

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(keys: SigningKeys) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['RS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        Promise.resolve()
          .then(() => keys.keyFor({ ...decodeProtectedHeader(token), alg: 'RS256' }))
          .then(
            (key) => done(null, key),
            (error: unknown) => done(error ?? new Error('no signing key')),
          );
      },
    });
  }

  validate(payload: unknown): Session {
    const { sub: id, sid: sessionId, ver: version, iat, exp, ...person } = claims.parse(payload);
    return { identity: { id, sessionId, ...person }, version, issuedAt: iat * 1000, expiresAt: exp * 1000 };
  }
}
