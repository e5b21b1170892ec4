import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Serviceability } from '../couriers/courier.js';
import { Couriers } from '../couriers/couriers.js';
import type { FulfilmentConfig } from '../fulfilment.config.js';

const MAX_PINS = 5_000;
/** Pause after a courier has failed. */
const FAILURE_MS = 60_000;
const WEIGHT_GRAMS = 1_000;

type Coverage = Serviceability;

/** What the connected couriers serve, cached by PIN code. A courier that is slow or down changes no promise. */
@Injectable()
export class CourierCoverage {
  private readonly replies: LRUCache<string, { coverage: Promise<Coverage | undefined> }>;

  constructor(
    private readonly couriers: Couriers,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.replies = new LRUCache({ max: MAX_PINS, ttl: config.COVERAGE_CACHE_MS });
  }

  /** Undefined when no courier is connected or none has replied in time. */
  async find(pincode: string): Promise<Coverage | undefined> {
    if (this.couriers.connected.length === 0) return undefined;
    let reply = this.replies.get(pincode);
    if (!reply) {
      reply = { coverage: this.request(pincode) };
      this.replies.set(pincode, reply);
    }
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.config.COVERAGE_TIMEOUT_MS);
    });
    try {
      return await Promise.race([reply.coverage, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One courier that serves a PIN code is enough; one that failed could be that one. */
  private async request(pincode: string): Promise<Coverage | undefined> {
    const query = { pincode, weightGrams: WEIGHT_GRAMS, cod: false };
    const replies = await Promise.allSettled(
      this.couriers.connected.map((courier) => this.couriers.get(courier).checkServiceability(query)),
    );
    const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
    const isComplete = found.length === replies.length;
    const serviceable = found.some((one) => one.serviceable);
    if (!isComplete) {
      this.replies.set(pincode, { coverage: Promise.resolve(undefined) }, { ttl: FAILURE_MS });
      // Not the PIN code: the correlation id of a checkout would join it to the order.
      this.logger.info({ replies: found.length }, 'couriers did not confirm a PIN code');
      return undefined;
    }
    // The slowest: which courier gets the parcel is not known yet.
    const days = found.flatMap((one) => (one.serviceable && one.days !== undefined ? [one.days] : []));
    return {
      serviceable,
      cod: found.some(({ cod }) => cod),
      ...(days.length > 0 ? { days: Math.max(...days) } : {}),
    };
  }
}
