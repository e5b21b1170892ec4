import type { z } from 'zod';
import { cartCommands } from './commands/cart.js';
import { catalogCommands } from './commands/catalog.js';
import { fulfilmentCommands } from './commands/fulfilment.js';
import { notificationCommands } from './commands/notification.js';
import { orderCommands } from './commands/order.js';
import { paymentCommands } from './commands/payment.js';
import { userCommands } from './commands/user.js';

/** Requests between services by NATS subject. All are idempotent (rule 10). */
export const commands = {
  ...cartCommands,
  ...catalogCommands,
  ...fulfilmentCommands,
  ...notificationCommands,
  ...orderCommands,
  ...paymentCommands,
  ...userCommands,
} as const satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>;

export type CommandName = keyof typeof commands;
export type CommandRequest<N extends CommandName> = z.input<(typeof commands)[N]['request']>;
export type CommandReply<N extends CommandName> = z.output<(typeof commands)[N]['reply']>;
