import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@rangavalli/service-kit/tokens';
import { importJWK, SignJWT } from 'jose';
import type { AccountRecord } from '../accounts/account.schema.js';
import type { UserConfig } from '../user.config.js';
import { SigningKeys } from './signing-keys.js';

/** What the gateway pins when it checks a token. */
const ISSUER = 'rangavalli';
const AUDIENCE = 'rangavalli-store';

/** Makes the tokens that the gateway checks. */
@Injectable()
export class Tokens {
  constructor(
    private readonly keys: SigningKeys,
    @Inject(CONFIG) private readonly config: UserConfig,
  ) {}

  /** A token that says who somebody is, and in which session, for `ACCESS_TOKEN_TTL_S` seconds. */
  async issue(
    { _id, name, email, role }: Pick<AccountRecord, '_id' | 'name' | 'email' | 'role'>,
    sessionId: string,
  ): Promise<string> {
    const { kid, privateJwk } = await this.keys.current();
    return new SignJWT({ name, email, role, sid: sessionId })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setSubject(String(_id))
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${this.config.ACCESS_TOKEN_TTL_S}s`)
      .sign(await importJWK(privateJwk, 'RS256'));
  }
}
