import type { JetStreamClient, JetStreamPublishOptions } from '@nats-io/jetstream';

/**
 * Publishes to a stream, which stores each message id once. A duplicate without a sequence is refused: its original
 * waits in the server for copies and is lost when another server becomes the leader.
 *
 * @throws Error unless the stream has stored the message, now or earlier
 */
export async function publishOnce(
  client: JetStreamClient,
  subject: string,
  data: string | Uint8Array,
  options: Partial<JetStreamPublishOptions> & { msgID: string },
): Promise<void> {
  const { duplicate, seq } = await client.publish(subject, data, options);
  if (duplicate && seq === 0) throw new Error(`message ${options.msgID} of ${subject} is not stored yet`);
}
