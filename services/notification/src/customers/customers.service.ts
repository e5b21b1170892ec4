import { Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';

const DEADLINE_MS = 4_000;

export type Contact = NonNullable<CommandReply<'rpc.user.contact.get'>['contact']>;

/** What the user service knows about customers. */
@Injectable()
export class Customers {
  constructor(private readonly commands: Commands) {}

  /** Returns undefined for a deleted account. @throws AppError UNAVAILABLE */
  async find(userId: string): Promise<Contact | undefined> {
    const { contact } = await this.commands.request('rpc.user.contact.get', { userId }, DEADLINE_MS);
    return contact;
  }

  /** @throws AppError UNAVAILABLE */
  async hasMarketingConsent(userId: string): Promise<boolean> {
    return (await this.find(userId))?.hasMarketingConsent ?? false;
  }
}
