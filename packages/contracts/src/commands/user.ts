import { z } from 'zod';
import { role } from '../entities/user.js';
import { email, instant, objectId } from '../primitives.js';

/** Requests to user. */
export const userCommands = {
  /**
   * The state behind an access token. `elevatedUntil`: after a step-up of this session, while it lasts.
   * `isSecondFactorSetupRequired`: staff calls are refused until the account has one.
   */
  'rpc.user.session.check': {
    request: z.object({ userId: objectId, sessionId: z.uuid() }),
    reply: z.discriminatedUnion('isActive', [
      z.object({ isActive: z.literal(false) }),
      z.object({
        isActive: z.literal(true),
        sessionVersion: z.int().min(0),
        role,
        emailVerified: z.boolean(),
        elevatedUntil: instant.optional(),
        isSecondFactorSetupRequired: z.boolean(),
      }),
    ]),
  },
  /** Where a customer can be reached; none for a deleted account. The name only where the address is confirmed. */
  'rpc.user.contact.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({
      contact: z
        .object({
          name: z.string().optional(),
          email,
          emailVerified: z.boolean(),
          phone: z.string().optional(),
          hasMarketingConsent: z.boolean(),
        })
        .optional(),
    }),
  },
  /** Who has a product on the wishlist, by id; `after` is the last one of the previous page. */
  'rpc.user.wishlist.find': {
    request: z.object({ productId: objectId, after: objectId.optional() }),
    reply: z.object({ userIds: z.array(objectId).max(200), isLast: z.boolean() }),
  },
  /** Names of customer groups, and whether the customer is a member. Unknown ids are left out. */
  'rpc.user.groups.get': {
    request: z.object({ groupIds: z.array(objectId).max(2_100), userId: objectId.optional() }),
    reply: z.object({
      groups: z.array(z.object({ groupId: objectId, name: z.string(), isMember: z.boolean() })),
    }),
  },
  /**
   * The account of a customer on the phone, created without a password if there is none. Errors: EMAIL_TAKEN when the
   * address is of staff or reserved.
   */
  'rpc.user.customer.ensure': {
    request: z.object({ email, name: z.string(), phone: z.string() }),
    reply: z.object({ userId: objectId, name: z.string(), emailVerified: z.boolean() }),
  },
} as const;
