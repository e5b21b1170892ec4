import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { CallAnswer, CallInput } from '@rangavalli/contracts/calls';
import type { AuditEntry } from '@rangavalli/contracts/entities/audit';
import type { Envelope } from '@rangavalli/contracts/events';
import type { Model, QueryFilter } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { AUDIT_ENTRY, type AuditRecord } from './audit-entry.schema.js';
import { searchFor, wordsOf } from './audit-words.js';

const PAGE_SIZE = 50;

/** Who changed what, for ever: entries are added and read, and nothing changes or deletes them. */
@Injectable()
export class AuditLog {
  constructor(@InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditRecord>) {}

  /** Adds what an event tells. Meeting it again changes nothing (rule 5). */
  async record({ id, data }: Envelope<'audit.recorded'>): Promise<void> {
    try {
      await this.entries.create({ ...data, _id: id, at: new Date(data.at), words: wordsOf(data) });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** One page of what matches, newest first. A page behind the last is empty. */
  async page({
    subject,
    subjectId,
    q,
    page = 1,
  }: CallInput<'GET /audit'>['query']): Promise<Omit<CallAnswer<'GET /audit'>, 'success'>> {
    const words = searchFor(q ?? '');
    const filter: QueryFilter<AuditRecord> = {
      ...(subject ? { subject } : {}),
      ...(subjectId ? { subjectId } : {}),
      ...(words.length > 0 ? { $and: words } : {}),
    };
    const [found, total] = await Promise.all([
      this.entries
        .find(filter, { words: 0 })
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * PAGE_SIZE)
        .limit(PAGE_SIZE)
        .lean<AuditRecord[]>(),
      this.entries.countDocuments(filter),
    ]);
    return { entries: found.map(toEntry), total, page, pages: Math.ceil(total / PAGE_SIZE) };
  }
}

const toEntry = ({ at, words: _words, ...entry }: AuditRecord): AuditEntry => ({ ...entry, at: at.toISOString() });
