import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import { button, layout, paragraph } from './html.js';
import type { Addressee, KindData } from './kind-data.js';
import { compose, type EmailContent, messages } from './messages.js';
import type { RenderContext } from './render.js';
import { fillPattern, shortMessageOf } from './short-messages.js';

/** Returns an email with the short text of a kind and one link. */
export function simpleEmail<K extends NotificationKind>(
  kind: K,
  data: KindData[K] & { customer?: Addressee },
  context: RenderContext,
): EmailContent {
  const short = shortMessageOf(kind, data, { language: context.language });
  if (!short) throw new Error(`no text of ${kind}`);
  const { title, path } = short;
  const { customer } = data;
  const name = customer?.emailVerified ? customer.name : undefined;
  const intro = fillPattern(short);
  const link = path && context.storefront && new URL(path, context.storefront).href;
  const text = compose(title, name, [intro, ...(link ? [link] : []), messages.help]);
  const html = layout(title, [
    paragraph(messages.greeting(name)),
    paragraph(intro),
    ...(link ? [button(link, messages.shortMessages.view)] : []),
    paragraph(messages.help),
  ]);
  return { ...text, html };
}
