import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { pingDatabase, succeedsWithin } from '../health/checks.js';
import { Repeats } from '../repeats.js';
import { CONFIG, LOGGER } from '../tokens.js';

const INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;
const MAX_FAILURES = 3;
const PROBE_TIMEOUT_MS = 3_000;

/**
 * Ends a process whose driver finds no server although the database accepts new connections: in a drill the driver's
 * monitor stopped for good when the database was killed twice within seconds. Supervisor and Kubernetes restart it.
 */
@Injectable()
export class DriverWatchdog {
  end = (): void => process.exit(1);
  private failures = 0;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'MONGODB_URI'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  @Repeats('driver watchdog', INTERVAL_MS)
  async check(): Promise<void> {
    if (await succeedsWithin(PING_TIMEOUT_MS, pingDatabase(this.connection))) {
      this.failures = 0;
      return;
    }
    this.failures += 1;
    if (this.failures < MAX_FAILURES || !(await this.acceptsNewConnections())) return;
    this.logger.error('database driver found no server, a new connection did; process ends');
    this.end();
  }

  private async acceptsNewConnections(): Promise<boolean> {
    const probe = mongoose.createConnection(this.config.MONGODB_URI, { serverSelectionTimeoutMS: PROBE_TIMEOUT_MS });
    try {
      return await succeedsWithin(
        2 * PROBE_TIMEOUT_MS,
        probe.asPromise().then((opened) => pingDatabase(opened)),
      );
    } finally {
      await probe.close().catch(() => undefined);
    }
  }
}
