import type { NotificationChannel, NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Rendered } from '../templates/render.js';

/** Whom a message is for. */
export interface Receiver {
  userId?: string | undefined;
  email?: string | undefined;
  /** Ten digits of an Indian mobile number. */
  phone?: string | undefined;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface ChannelMessage<C extends NotificationChannel> {
  /** Idempotency key of the message. */
  id: string;
  kind: NotificationKind;
  to: string;
  content: Rendered[C];
  /** Of emails. */
  attachments?: readonly Attachment[];
}

export interface Channel<C extends NotificationChannel = NotificationChannel> {
  readonly name: C;
  /** Sending the same message id again reaches the receiver once. */
  readonly isIdempotent: boolean;
  /** Whether the settings of this kind are complete. */
  isSetUp(kind: NotificationKind): boolean;
  /** The provider's name of the template; missing where there is none. */
  templateOf(kind: NotificationKind): string | undefined;
  /** Returns where to send to; undefined when the receiver cannot be reached. */
  addressOf(receiver: Receiver): string | undefined;
  /**
   * Resolves once the provider has accepted the message.
   * @throws ChannelError when it has not, or may not have
   */
  send(message: ChannelMessage<C>): Promise<{ providerId?: string }>;
}

/** `rejected`: never possible. `unavailable`: not accepted, may be later. `unknown`: may have been accepted. */
export type ChannelFailure = 'rejected' | 'unavailable' | 'unknown';

export class ChannelError extends Error {
  override readonly name = 'ChannelError';

  constructor(
    readonly failure: ChannelFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** For callers who wait for the message: MESSAGE_REJECTED when repeating is useless, else UNAVAILABLE. */
export const sendingError = (cause: unknown, message?: string): AppError => {
  const isRejected = cause instanceof ChannelError && cause.failure === 'rejected';
  return new AppError(isRejected ? 'MESSAGE_REJECTED' : 'UNAVAILABLE', { cause, ...(message ? { message } : {}) });
};
