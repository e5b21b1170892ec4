import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import {
  type AuditedService,
  type AuditFacts,
  type AuditVerification,
  ownerOfAction,
} from '@rangavalli/contracts/entities/audit';
import type { AuditEventName, Envelope } from '@rangavalli/contracts/events';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import { findPage } from '@rangavalli/service-kit/database/paging';
import { phrasesOf, startsWith, wordsOf } from '@rangavalli/service-kit/database/search-words';
import { type AuditAction, buildAuditFacts } from '@rangavalli/service-kit/events/audit';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { Repeats } from '@rangavalli/service-kit/repeats';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { GENESIS_HASH, hashEntry, verifyChain } from './audit-chain.js';
import { AUDIT_ENTRY, AUDIT_HEAD, type AuditHeadRecord, type AuditRecord } from './audit-entry.schema.js';

const PAGE_SIZE = 50;
const MAX_SEARCH_WORDS = 8;
const INDEX_OF_TIME = 'at_-1__id_-1';
const INDEX_OF_KIND = `subject_1_${INDEX_OF_TIME}`;
const INDEX_OF_SUBJECT = `subjectId_1_${INDEX_OF_TIME}`;
const INDEX_OF_WORDS = `words_1_${INDEX_OF_TIME}`;
/** Other processes append too: each attempt begins with their newest entry. */
const MAX_ATTEMPTS = 50;
const ANCHOR_INTERVAL_MS = 86_400_000;

type Head = Pick<AuditRecord, 'sequence' | 'hash'>;
const GENESIS: Head = { sequence: 0, hash: GENESIS_HASH };

/** Append-only and hash-chained: a changed or deleted entry breaks the chain after it. */
@Injectable()
export class AuditLog {
  private lastAppend: Promise<unknown> = Promise.resolve();
  private head: Head | undefined;
  private verification: Promise<AuditVerification> | undefined;
  constructor(
    @InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditRecord>,
    @InjectModel(AUDIT_HEAD) private readonly heads: Model<AuditHeadRecord>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds the entry of an event; one about an action that its service does not own is recorded as rejected. */
  async add({ id, type, data }: Envelope<AuditEventName>): Promise<void> {
    const service = type.split('.')[1] as AuditedService;
    if (ownerOfAction(data.action) === service) return this.append(id, service, data);
    this.logger.error({ eventId: id, service, action: data.action }, 'audit entry rejected: another service owns it');
    await this.record(
      'system',
      { action: 'event.rejected', subject: 'event', subjectId: id, label: `${service}: ${data.action}`, changes: [] },
      id,
    );
  }

  /** Adds an entry about an action of this service. @param id once per action */
  async record(actor: Identity | 'system', action: AuditAction, id: string): Promise<void> {
    await this.append(id, 'notification', buildAuditFacts(actor, action));
  }

  /** Returns one page of the matching entries, newest first. Where many have the searched name, only these. */
  async list({
    subject,
    subjectId,
    q = '',
    limit = PAGE_SIZE,
    cursor,
  }: CallInput<'GET /operations/audit'>['query']): Promise<Omit<CallResponse<'GET /operations/audit'>, 'success'>> {
    const searched = searchFilters(q);
    const conditions = { ...(subject ? { subject } : {}), ...(subjectId ? { subjectId } : {}) };
    const words = wordsOf(q).join(' ');
    const isSearch = searched.length > 0 && !subjectId;
    const { items, ...pageInfo } = await findPage<AuditRecord>(this.entries, {
      filter: { ...conditions, ...(searched.length > 0 ? { $and: searched } : {}) },
      projection: { words: 0 },
      sort: { at: -1, _id: -1 },
      index: subjectId ? INDEX_OF_SUBJECT : subject ? INDEX_OF_KIND : INDEX_OF_TIME,
      finders: isSearch ? [{ filter: {}, index: INDEX_OF_WORDS }] : undefined,
      best: isSearch ? { filter: { words }, listed: { ...conditions, words }, index: INDEX_OF_WORDS } : undefined,
      limit,
      cursor,
    });
    return { entries: items.map((entry) => ({ ...entry, at: entry.at.toISOString() })), ...pageInfo };
  }

  /** Reads the whole log: simultaneous requests share one run. */
  verify(): Promise<AuditVerification> {
    this.verification ??= this.runVerification().finally(() => (this.verification = undefined));
    return this.verification;
  }

  private async runVerification(): Promise<AuditVerification> {
    const verification = await verifyChain({ entries: this.entries, heads: this.heads });
    const { isValid, entries, lastHash } = verification;
    this.logger[isValid ? 'info' : 'error']({ isValid, entries, lastHash }, 'audit log verified');
    return verification;
  }

  /** One after the other in this process; the unique sequence number orders those of several processes. */
  private append(id: string, service: AuditedService, facts: AuditFacts): Promise<void> {
    const appended = this.lastAppend.then(() => this.insert(id, service, facts));
    this.lastAppend = appended.catch(() => undefined);
    return appended;
  }

  private async insert(_id: string, service: AuditedService, facts: AuditFacts): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      this.head ??= await this.readHead();
      const sequence = this.head.sequence + 1;
      const entry = { ...facts, _id, service, at: new Date(facts.at), sequence };
      const hash = hashEntry(this.head.hash, entry);
      try {
        await this.entries.insertMany([{ ...entry, hash, words: searchTerms(facts) }]);
        this.head = { sequence, hash };
        await this.heads.updateOne({ _id: 'head' }, { $max: { sequence } }, { upsert: true });
        return;
      } catch (error) {
        this.head = undefined;
        if (!isDuplicateKeyError(error)) throw error;
        if (await this.entries.exists({ _id })) return;
      }
    }
    throw new Error(`audit entry ${_id} could not be appended`);
  }

  private async readHead(): Promise<Head> {
    const last = await this.entries
      .findOne({ sequence: { $gt: 0 } }, { sequence: 1, hash: 1 })
      .sort({ sequence: -1 })
      .lean<Head>();
    return last ?? GENESIS;
  }

  /** Logs are stored elsewhere: they prove that the chain was not rewritten since. */
  @Repeats('audit anchor', ANCHOR_INTERVAL_MS)
  private async logAnchor(): Promise<void> {
    const { sequence, hash } = await this.readHead();
    this.logger.info({ sequence, hash }, 'audit log anchor');
  }
}

const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/u;

const searchTerms = ({ actor, label }: Pick<AuditFacts, 'actor' | 'label'>): string[] => [
  ...new Set([
    ...phrasesOf(actor.name),
    ...[actor.name, actor.email ?? '', label ?? ''].flatMap((text) => [...wordsOf(text), ...wordsOf(text, NOT_WORD)]),
  ]),
];

/** Each word must be the prefix of a term. */
const searchFilters = (q: string): object[] =>
  wordsOf(q)
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => ({ words: { $elemMatch: startsWith(word) } }));
