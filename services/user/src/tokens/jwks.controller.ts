import { Controller } from '@nestjs/common';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { HandlesCall } from '@rangavalli/service-kit/http/call.decorators';
import { SigningKeys } from './signing-keys.js';

@Controller()
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @HandlesCall('GET /users/jwks')
  async jwks(): Promise<CallResponse<'GET /users/jwks'>> {
    return { keys: await this.keys.published() };
  }
}
