import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventName } from '@rangavalli/contracts/events';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';

const changeEvents = [
  'catalog.product.created',
  'catalog.product.updated',
  'catalog.product.deleted',
  'catalog.stock.held',
  'catalog.stock.released',
  'catalog.stock.returned',
] as const satisfies EventName[];

/** Own events not received back yet; when there are more, some products are read twice. */
const MAX_OWN_EVENTS = 10_000;

export interface ProductChangeListener {
  onProductChanged(productId: string): void;
  /** `false` while changes of other replicas may be missed, `true` once subscribed and after every reconnect. */
  onConnectionChanged(isConnected: boolean): Promise<void>;
}

/** Notifies this process of product changes: its own at once, those of other replicas by events. */
@Injectable()
export class ProductChanges implements OnModuleInit {
  isConnected = false;
  private readonly listeners: ProductChangeListener[] = [];
  private readonly ownEvents = new Set<string>();

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await subscribeEphemeral(this.nats, changeEvents, {
      onEvent: ({ id, data }) => {
        if (!this.ownEvents.delete(id)) this.publish(data.productId);
      },
      onConnectionChange: async (isConnected) => {
        this.isConnected = isConnected;
        await Promise.all(this.listeners.map((listener) => listener.onConnectionChanged(isConnected)));
      },
      logger: this.logger,
    });
  }

  subscribe(listener: ProductChangeListener): void {
    this.listeners.push(listener);
  }

  /**
   * Notifies the listeners. Call it between a write and its reply.
   * @param eventId the event of the own write, to be ignored when it is received
   */
  publish(productId: string, eventId?: string): void {
    if (eventId !== undefined) {
      if (this.ownEvents.size >= MAX_OWN_EVENTS) this.ownEvents.clear();
      this.ownEvents.add(eventId);
    }
    for (const listener of this.listeners) listener.onProductChanged(productId);
  }
}
