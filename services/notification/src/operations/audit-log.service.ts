import { findPage } from '@rangavalli/service-kit/database/paging';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallInput, CallResponse } from '@rangavalli/contracts/calls';
import type { AuditFacts } from '@rangavalli/contracts/entities/audit';
import type { Envelope } from '@rangavalli/contracts/events';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Model, QueryFilter } from 'mongoose';
import { AUDIT_ENTRY, type AuditRecord } from './audit-entry.schema.js';

const PAGE_SIZE = 50;
const MAX_SEARCH_WORDS = 8;
/** Sorts after every character that can continue a word. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Append-only: nothing changes or deletes an entry. */
@Injectable()
export class AuditLog {
  constructor(@InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditRecord>) {}

  async add({ id, data }: Envelope<'audit.recorded'>): Promise<void> {
    try {
      await this.entries.create({ ...data, _id: id, at: new Date(data.at), words: searchTerms(data) });
    } catch (error) {
      if (!isDuplicateKeyError(error)) throw error;
    }
  }

  /** Returns one page of the matching entries, newest first; beyond the last page, the last one. */
  async list({
    subject,
    subjectId,
    q = '',
    page,
  }: CallInput<'GET /operations/audit'>['query']): Promise<Omit<CallResponse<'GET /operations/audit'>, 'success'>> {
    const words = searchFilters(q);
    const filter: QueryFilter<AuditRecord> = {
      ...(subject ? { subject } : {}),
      ...(subjectId ? { subjectId } : {}),
      ...(words.length > 0 ? { $and: words } : {}),
    };
    const { items, ...pageInfo } = await findPage(this.entries, {
      filter,
      projection: { words: 0 },
      sort: { at: -1, _id: -1 },
      page,
      pageSize: PAGE_SIZE,
    });
    return { entries: items.map((entry) => ({ ...entry, at: entry.at.toISOString() })), ...pageInfo };
  }
}

const split = (text: string, separator: RegExp): string[] =>
  text.normalize('NFKC').toLowerCase().split(separator).filter(Boolean);
const SPACES = /\s+/;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/u;

const searchTerms = ({ actor, label }: Pick<AuditFacts, 'actor' | 'label'>): string[] => [
  ...new Set(
    [actor.name, actor.email ?? '', label ?? ''].flatMap((text) => [...split(text, SPACES), ...split(text, NOT_WORD)]),
  ),
];

/** Each word must be the prefix of a term. Ranges, because user input is no pattern and they use the index. */
const searchFilters = (q: string): object[] =>
  split(q, SPACES)
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => ({ words: { $elemMatch: { $gte: word, $lt: word + LAST_CHARACTER } } }));
