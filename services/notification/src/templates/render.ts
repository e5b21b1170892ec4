import type {
  NotificationChannel,
  NotificationKind,
  NotificationLanguage,
} from '@rangavalli/contracts/notification-kinds';
import { emailOf } from './emails.js';
import type { KindData, RenderContext } from './kind-data.js';
import type { EmailContent } from './email-document.js';
import { fillPattern, linkOf, shortMessageOf } from './short-messages.js';

export interface Rendered {
  email: EmailContent;
  /** `text`: the DLT text with its variables filled in, VAR1 first. `hasLink`: the last one is a link. */
  sms: { text: string; variables: string[]; hasLink?: true };
  /** `button`: what follows the fixed part of the link of the template's button. */
  whatsapp: { text: string; variables: string[]; button?: string };
  push: { title: string; text: string; path?: string };
}

/** Returns the text of a kind for a channel; undefined where it has none. */
export function render<K extends NotificationKind, C extends NotificationChannel>(
  kind: K,
  channel: C,
  data: KindData[K],
  context: RenderContext = {},
): Rendered[C] | undefined {
  const rendered: { [Channel in NotificationChannel]: () => Rendered[Channel] | undefined } = {
    email: () => emailOf(kind, data, context),
    sms: () => {
      const short = shortMessageOf(kind, data, context);
      if (!short) return undefined;
      const variables = short.variables.map(toSms);
      const text = fillPattern({ ...short, variables });
      const link = linkOf(short, context.storefront);
      if (!short.isLinkInSms || !link) return { text, variables };
      return { text: `${text} ${link}`, variables: [...variables, link], hasLink: true };
    },
    whatsapp: () => {
      const short = shortMessageOf(kind, data, context);
      const button = (short?.url ? new URL(short.url).pathname : short?.path)?.replace(/^\//, '');
      return short && { text: fillPattern(short), variables: short.variables, ...(button ? { button } : {}) };
    },
    push: () => {
      const short = shortMessageOf(kind, data, context);
      return short && { title: short.title, text: fillPattern(short), ...(short.path ? { path: short.path } : {}) };
    },
  };
  return rendered[channel]();
}

/** Operators refuse longer variables, and ₹ would halve the length of an SMS. */
const MAX_SMS_VARIABLE = 30;
function toSms(value: string): string {
  const text = value.replaceAll('₹', 'Rs ');
  return text.length > MAX_SMS_VARIABLE ? `${text.slice(0, MAX_SMS_VARIABLE - 3)}...` : text;
}

/** In which language a kind is sent. */
export const languageOf = (_kind: NotificationKind, _language: NotificationLanguage): NotificationLanguage => 'en';
