import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/privacy-notice';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { type EmailCode, useEmailCode } from '@rangavalli/web-kit/session/use-email-code';
import { billingErrors, type BillingErrors, type BillingForm, billingOf, CONTACT_FIELDS } from './billing.js';

export interface GuestConfirmation {
  code: EmailCode;
  email: string;
  /** A code was sent to the address that the form has now. */
  isSent: boolean;
  send: () => Promise<void>;
  verify: (digits: string) => Promise<void>;
}

/** Confirms a guest's email with a code inside the checkout; the session then makes the form a customer's. */
export function useGuestConfirmation(
  form: BillingForm,
  showErrors: (errors: BillingErrors) => void,
): GuestConfirmation {
  const code = useEmailCode();
  const { fullName, phone, ...billing } = billingOf(form);
  const email = billing.email.toLowerCase();
  return {
    code,
    email,
    isSent: code.sentTo !== undefined && code.sentTo === email,
    send: async () => {
      const all = billingErrors(form);
      const errors = Object.fromEntries(CONTACT_FIELDS.filter((name) => all[name]).map((name) => [name, all[name]]));
      if (Object.keys(errors).length > 0) return showErrors(errors);
      await code.send(email);
    },
    verify: async (digits) => {
      const verified = await code.verify({
        email,
        code: digits,
        name: fullName,
        phone,
        noticeVersion: PRIVACY_NOTICE_VERSION,
      });
      if (!verified) return;
      storeSession({ token: verified.token, user: verified.user });
    },
  };
}
