import { Controller, Get, Headers, Inject } from '@nestjs/common';
import type { ProcessReport } from '@rangavalli/contracts/entities/system';
import { AppError } from '../app-error.js';
import type { BaseConfig } from '../config.js';
import { IDENTITY_HEADER, verifyIdentity } from '../http/identity.js';
import { Internal } from '../http/internal.js';
import { CONFIG } from '../tokens.js';
import { ProcessReporter } from './process-report.js';

/** What a process says about itself, the same in every one. Only the gateway can sign who asks, and it asks for admins only. */
@Internal()
@Controller()
export class SystemController {
  constructor(
    private readonly reporter: ProcessReporter,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {}

  @Get('health/system')
  system(@Headers(IDENTITY_HEADER) identity: string | undefined): Promise<ProcessReport> {
    if (verifyIdentity(identity, this.config.INTERNAL_SECRET)?.role !== 'admin') throw new AppError('NOT_FOUND');
    return this.reporter.report();
  }
}
