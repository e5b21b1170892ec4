import { Schema } from 'mongoose';

export const SEARCH_DAY = 'SearchDay';

/** How often one text was searched for on one day. Contains nothing about who searched. */
export interface SearchDayRecord {
  /** `<day> <text>` */
  _id: string;
  /** Folded: lower case, single spaces. */
  text: string;
  /** In IST. */
  day: string;
  /** Start of the day, for the retention. */
  at: Date;
  searches: number;
  /** Products found when it was last searched for. */
  results: number;
  /** The last batches that are counted, so that a repeated one changes nothing. */
  batches: string[];
}

export const searchDaySchema = new Schema<SearchDayRecord>(
  {
    _id: { type: String, required: true },
    text: { type: String, required: true },
    day: { type: String, required: true },
    at: { type: Date, required: true },
    searches: { type: Number, required: true, min: 1 },
    results: { type: Number, required: true, min: 0 },
    batches: [String],
  },
  { collection: 'search_days', versionKey: false },
);
searchDaySchema.index({ day: 1, results: 1 });
