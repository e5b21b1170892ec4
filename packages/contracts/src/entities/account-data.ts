import { z } from 'zod';
import { instant, objectId, rupees } from '../primitives.js';
import { address } from './address.js';
import { complaint } from './complaint.js';
import { storeCredit } from './credit.js';
import { waitlistEntry } from './delivery.js';
import { order } from './order.js';
import { questionEntry } from './question.js';
import { reviewEntry } from './review.js';
import { passkey } from './second-factor.js';
import { session, user } from './user.js';

/** `privacy_notice`: read and accepted, with its version. The others can be withdrawn at any time. */
export const consentPurposes = ['privacy_notice', 'marketing_email'] as const;
export const consentPurpose = z.enum(consentPurposes);
export type ConsentPurpose = z.infer<typeof consentPurpose>;

/** Appended for every decision; the newest of a purpose is in force. */
export const consentRecord = z
  .object({ purpose: consentPurpose, granted: z.boolean(), noticeVersion: z.string(), at: instant })
  .meta({ id: 'ConsentRecord' });
export type ConsentRecord = z.infer<typeof consentRecord>;

export { PRIVACY_NOTICE_VERSION } from '../privacy-notice.js';

export const exportedStockAlert = z.object({
  productId: objectId,
  size: z.string(),
  email: z.string(),
  isConfirmed: z.boolean(),
  createdAt: instant,
});

/** What the customer decided about messages; defaults are not stored. */
export const exportedPreferences = z.object({
  phone: z.string().optional(),
  phoneVerifiedAt: instant.optional(),
  /** A code was sent to it. */
  unverifiedPhone: z.string().optional(),
  /** The last decision. */
  whatsApp: z.object({ isOptedIn: z.boolean(), at: instant, source: z.string() }).optional(),
  quietHours: z.object({ isOn: z.boolean(), from: z.string(), to: z.string() }).optional(),
  /** As `<kind>:<channel>`. */
  switchedOff: z.array(z.string()),
});

/** A browser with push notifications. `service`: the host that delivers them. */
export const exportedPushBrowser = z.object({ service: z.string(), confirmedAt: instant });

/** One message of the delivery log, which stores no texts. */
export const exportedMessage = z.object({
  kind: z.string(),
  to: z.string(),
  channel: z.string().optional(),
  state: z.string(),
  orderNumber: z.string().optional(),
  createdAt: instant,
  sentAt: instant.optional(),
});

export const exportedCredit = storeCredit.pick({ balance: true, reserved: true, nextExpiry: true, movements: true });
export const exportedGiftCard = z.object({
  /** The last four characters of the code. */
  ending: z.string(),
  amount: rupees,
  redeemedAt: instant,
});

/** `omittedMessages`: how many of the earliest are missing, if any. */
export const exportedComplaint = complaint.extend({
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  omittedMessages: z.int().min(1).optional(),
});

export const exportedWaitlistEntry = waitlistEntry.pick({ pincode: true, productId: true, requestedAt: true });

/**
 * All personal data of an account (DPDP Act, section 11). Services of the previous release lack what is optional here;
 * `notIncluded` has a sentence about each part that is missing or cut.
 */
export const accountExport = z
  .object({
    exportedAt: instant,
    account: user.omit({ orders: true }),
    /** Names of the groups that the shop has put the customer in. */
    groups: z.array(z.string()).optional(),
    addresses: z.array(address),
    wishlist: z.array(objectId),
    sessions: z.array(session.omit({ current: true })),
    consents: z.array(consentRecord),
    orders: z.array(order),
    cart: z.array(z.object({ productId: objectId, size: z.string(), quantity: z.int() })).optional(),
    stockAlerts: z.array(exportedStockAlert),
    lastLoginAt: instant.optional(),
    /** Confirmed email addresses before the last changes. */
    previousEmails: z.array(z.string()).optional(),
    authenticatorAppSince: instant.optional(),
    passkeys: z.array(passkey.omit({ id: true })).optional(),
    /** Browsers that have logged in. */
    knownDevices: z.array(z.object({ lastUsedAt: instant })).optional(),
    storeCredit: exportedCredit.optional(),
    giftCards: z.array(exportedGiftCard).optional(),
    reviews: z.array(reviewEntry).optional(),
    questions: z.array(questionEntry).optional(),
    complaints: z.array(exportedComplaint).optional(),
    waitlist: z.array(exportedWaitlistEntry).optional(),
    notificationPreferences: exportedPreferences.optional(),
    pushBrowsers: z.array(exportedPushBrowser).optional(),
    messages: z.array(exportedMessage).optional(),
    notIncluded: z.array(z.string()).optional(),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof accountExport>;
