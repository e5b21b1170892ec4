import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const COD_SETTINGS = 'CodSettings';

/** Rules of cash on delivery. Paise. */
export interface CodRules {
  isEnabled: boolean;
  /** Of the goods, after offers. */
  minimumPaise: number;
  maximumPaise: number;
  feePaise: number;
  /** PIN codes, or their first digits. */
  blockedPins: string[];
  maxRefusals: number;
  refusalDays: number;
  allowsPersonalised: boolean;
  /** Paid online in a part payment, per cent; 0 does not offer it. `DEFAULT_ADVANCE_PERCENT` when missing. */
  advancePercent?: number | undefined;
}

export const DEFAULT_ADVANCE_PERCENT = 20;

/** The shop's rules until staff change them. */
export const defaultCodRules: CodRules = {
  isEnabled: true,
  minimumPaise: 50_000,
  maximumPaise: 1_000_000,
  feePaise: 4_900,
  blockedPins: [],
  maxRefusals: 2,
  refusalDays: 180,
  allowsPersonalised: false,
};

/** One document; missing while the defaults apply. */
export interface CodSettingsRecord extends OutboxFields, CodRules {
  _id: string;
  /** Guards changes. */
  revision: number;
}

const money = { type: Number, required: true, min: 0 };
const count = { type: Number, required: true, min: 1 };

export const codSettingsSchema = new Schema<CodSettingsRecord>(
  {
    _id: { type: String, required: true },
    isEnabled: { type: Boolean, required: true },
    minimumPaise: money,
    maximumPaise: money,
    feePaise: money,
    blockedPins: [String],
    maxRefusals: count,
    refusalDays: count,
    allowsPersonalised: { type: Boolean, required: true },
    advancePercent: { type: Number, min: 0, max: 90 },
    revision: count,
    ...outboxField,
  },
  { collection: 'cod_settings', versionKey: false, minimize: false, strict: 'throw' },
);
codSettingsSchema.index(...outboxIndex);
