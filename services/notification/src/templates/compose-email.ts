import type { EmailContent, EmailDocument } from './email-document.js';
import { toHtml } from './email-html.js';
import { toText } from './email-text.js';

/** Returns an email as HTML and plain text. @param storefront the shop's address; without it there are no links */
export const composeEmail = (email: EmailDocument, storefront?: string): EmailContent => ({
  subject: email.subject,
  text: toText(email, storefront),
  html: toHtml(email, storefront),
});
