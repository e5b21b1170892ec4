import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventName } from '@rangavalli/contracts/events';
import { subscribeEphemeral } from '@rangavalli/service-kit/events/ephemeral-subscription';
import { LOGGER, NATS } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';

/** Events after which a product looks different. A committed hold is not one: its units left the stock before. */
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

/** Something that keeps copies of products. */
export interface ProductChangeListener {
  /** The database has a new version of the product. */
  onProductChanged(productId: string): void;
  /** `false` while changes of other replicas may be missed, `true` once subscribed and after every reconnect. */
  onConnectionChanged(isConnected: boolean): void | Promise<void>;
}

/** Notifies this process of every change of a product: its own at once, those of other replicas by their events. */
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

  /** Adds a listener. Call it in a constructor, so that no change is missed. */
  subscribe(listener: ProductChangeListener): void {
    this.listeners.push(listener);
  }

  /**
   * Notifies the listeners; call it after the write and before its reply.
   * @param eventId the event of the write, if this replica made it: it is ignored when it comes back
   */
  publish(productId: string, eventId?: string): void {
    if (eventId !== undefined) {
      if (this.ownEvents.size >= MAX_OWN_EVENTS) this.ownEvents.clear();
      this.ownEvents.add(eventId);
    }
    for (const listener of this.listeners) listener.onProductChanged(productId);
  }
}
