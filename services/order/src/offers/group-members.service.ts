import { Inject, Injectable } from '@nestjs/common';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';

type Group = CommandReply<'rpc.user.groups.get'>['groups'][number];
/** By id, without deleted ones. */
export type Groups = ReadonlyMap<string, Group>;

const CACHE_MS = 10_000;
const MAX_CUSTOMERS = 1_000;
const DEADLINE_MS = 1_000;

/** The customer groups that offers are for. Memberships are cached for ten seconds per process. */
@Injectable()
export class GroupMembers {
  /** By customer, the oldest entry first. */
  private readonly cache = new Map<string, { at: number; ids: ReadonlySet<string>; groups: Groups }>();

  constructor(
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError UNAVAILABLE while the user service is */
  async find(groupIds: readonly string[], userId?: string): Promise<Groups> {
    if (groupIds.length === 0) return new Map();
    const request = { groupIds: [...new Set(groupIds)], ...(userId ? { userId } : {}) };
    const { groups } = await this.commands.request('rpc.user.groups.get', request, DEADLINE_MS);
    return new Map(groups.map((group) => [group.groupId, group]));
  }

  /**
   * Returns the groups with whether the customer is a member: at most ten seconds old, older while the user service
   * is unavailable, undefined when there are none. Guests are members of none.
   */
  async findOf(userId: string | undefined, groupIds: readonly string[]): Promise<Groups | undefined> {
    const cached = this.cache.get(userId ?? '');
    const isComplete = cached && groupIds.every((id) => cached.ids.has(id));
    if (isComplete && Date.now() - cached.at < CACHE_MS) return cached.groups;
    try {
      const groups = await this.find(groupIds, userId);
      this.store(userId ?? '', { at: Date.now(), ids: new Set(groupIds), groups });
      return groups;
    } catch (error) {
      this.logger.warn({ err: error }, 'customer groups are unknown');
      return isComplete ? cached.groups : undefined;
    }
  }

  /** Returns the names by id; none while the user service is unavailable. */
  async names(groupIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const groups = await this.find(groupIds).catch(() => new Map<string, Group>());
    return new Map([...groups].map(([id, { name }]) => [id, name]));
  }

  private store(userId: string, entry: { at: number; ids: ReadonlySet<string>; groups: Groups }): void {
    this.cache.delete(userId);
    this.cache.set(userId, entry);
    const oldest = this.cache.size > MAX_CUSTOMERS ? this.cache.keys().next().value : undefined;
    if (oldest !== undefined) this.cache.delete(oldest);
  }
}
