// No zod: runs in browsers.
import type { ServiceName } from './call.js';

const accountPages = {
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  acceptInvitation: '/accept-invitation',
} as const;
const stockAlertPages = {
  confirmStockAlert: '/stock-alert/confirm',
  cancelStockAlert: '/stock-alert/cancel',
} as const;

/** Pages that links in emails open: `/confirm-email#token=…`. Browsers do not send the fragment with the token. */
export const emailPages = { ...accountPages, ...stockAlertPages } as const;

export interface LinkedPages {
  /** The slice that has the pages. */
  remote: string;
  pages: readonly string[];
}

/** By the service that sends the emails. */
export const linkedPages = {
  user: { remote: 'mf-account', pages: Object.values(accountPages) },
  notification: { remote: 'mf-catalog', pages: Object.values(stockAlertPages) },
} as const satisfies Partial<Record<ServiceName, LinkedPages>>;
