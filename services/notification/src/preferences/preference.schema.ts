import { Schema } from 'mongoose';

export const PREFERENCE = 'NotificationPreference';

/** What a customer decided; defaults are not stored. */
export interface PreferenceRecord {
  /** The customer's id. */
  _id: string;
  /** Switched off, as `<kind>:<channel>`. */
  off: string[];
  /** Ten digits. */
  phone?: string;
  phoneVerifiedAt?: Date;
  /** A code that was sent to `phone`, until it is verified. */
  phoneCode?: { phone: string; hash: string; expiresAt: Date; attempts: number };
  /** The last decision. */
  whatsApp?: { isOptedIn: boolean; at: Date; source: string };
  quietHours?: { isOn: boolean; from: string; to: string };
  /** When the switches or the quiet hours were last changed. */
  chosenAt?: Date;
  /** Grows with each change; guards simultaneous ones. */
  revision: number;
}

export const preferenceSchema = new Schema<PreferenceRecord>(
  {
    _id: { type: String, required: true },
    off: { type: [String], default: [] },
    phone: String,
    phoneVerifiedAt: Date,
    phoneCode: { type: { _id: false, phone: String, hash: String, expiresAt: Date, attempts: Number } },
    whatsApp: { type: { _id: false, isOptedIn: Boolean, at: Date, source: String } },
    quietHours: { type: { _id: false, isOn: Boolean, from: String, to: String } },
    chosenAt: Date,
    revision: { type: Number, required: true },
  },
  { collection: 'notification_preferences', versionKey: false },
);
