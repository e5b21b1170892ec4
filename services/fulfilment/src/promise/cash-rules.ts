import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { CONFIG, LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import type { FulfilmentConfig } from '../fulfilment.config.js';

type Rules = CommandReply<'rpc.order.cash.get'>;

const DEADLINE_MS = 500;
/** Pause after a failure, in which promises do not wait. */
const FAILURE_MS = 10_000;

/** The rules of cash on delivery, cached. An order service that is slow or down delays few promises, and none fails. */
@Injectable()
export class CashRules {
  private rules: Rules | undefined;
  private dueAt = 0;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly commands: Commands,
    @Inject(CONFIG) private readonly config: FulfilmentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the last rules that were read; undefined before the first reply. */
  async current(): Promise<Rules | undefined> {
    if (Date.now() >= this.dueAt)
      await (this.loading ??= this.load().finally(() => {
        this.loading = undefined;
      }));
    return this.rules;
  }

  private async load(): Promise<void> {
    try {
      this.rules = await this.commands.request('rpc.order.cash.get', {}, DEADLINE_MS);
      this.dueAt = Date.now() + this.config.CASH_RULES_CACHE_MS;
    } catch (error) {
      this.dueAt = Date.now() + FAILURE_MS;
      this.logger.info({ err: error }, 'rules of cash on delivery not read');
    }
  }
}

interface Goods {
  pincode: string;
  items: readonly { quantity: number; extraDays: number }[];
  /** At the catalog's prices. */
  valuePaise: number;
}

/**
 * Whether goods can be paid in cash at a PIN code. The minimum does not exclude a single unit: more may be added to the
 * order.
 */
export function allowsCash(rules: Rules, { pincode, items, valuePaise }: Goods): boolean {
  const { isEnabled, minimumPaise, maximumPaise, blockedPins, allowsPersonalised } = rules;
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    isEnabled &&
    (allowsPersonalised || items.every(({ extraDays }) => extraDays === 0)) &&
    (units === 1 || valuePaise >= minimumPaise) &&
    valuePaise <= maximumPaise &&
    !blockedPins.some((prefix) => pincode.startsWith(prefix))
  );
}
