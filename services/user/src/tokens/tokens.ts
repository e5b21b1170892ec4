import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { SignJWT } from 'jose';
import { type AccountRecord, sessionVersionOf } from '../accounts/account.schema.js';
import type { UserConfig } from '../user.config.js';
import { SigningKeys } from './signing-keys.js';

/** The gateway accepts tokens of this issuer and audience only. */
const ISSUER = 'rangavalli';
const AUDIENCE = 'rangavalli-store';

@Injectable()
export class Tokens {
  constructor(
    private readonly keys: SigningKeys,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  async issue(
    account: Pick<AccountRecord, '_id' | 'name' | 'email' | 'emailVerifiedAt' | 'role' | 'sessionVersion'>,
    sessionId: string,
  ): Promise<string> {
    const { _id, name, email, emailVerifiedAt, role } = account;
    const claims = {
      name,
      email,
      emailVerified: emailVerifiedAt !== undefined,
      role,
      sid: sessionId,
      ver: sessionVersionOf(account),
    };
    const { kid, privateKey } = await this.keys.current();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setSubject(String(_id))
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${this.config.ACCESS_TOKEN_TTL_S}s`)
      .sign(privateKey);
  }
}
