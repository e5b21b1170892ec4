import { Controller } from '@nestjs/common';
import type { CallAnswer } from '@rangavalli/contracts/calls';
import { Serves } from '@rangavalli/service-kit/http/serves';
import { SigningKeys } from './signing-keys.js';

@Controller()
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Serves('GET /users/jwks')
  async jwks(): Promise<CallAnswer<'GET /users/jwks'>> {
    return { keys: await this.keys.published() };
  }
}
