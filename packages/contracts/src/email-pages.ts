// No zod: runs in browsers.

/** Pages that links in emails open: `/confirm-email#token=…`. Browsers do not send the fragment with the token. */
export const emailPages = {
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  acceptInvitation: '/accept-invitation',
  confirmStockAlert: '/stock-alert/confirm',
  cancelStockAlert: '/stock-alert/cancel',
} as const;
