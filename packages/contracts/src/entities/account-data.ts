import { z } from 'zod';
import { instant, objectId } from '../primitives.js';
import { address } from './address.js';
import { order } from './order.js';
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

/** All personal data of an account (DPDP Act, section 11). `cart` is missing when the cart service is unavailable. */
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
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof accountExport>;
