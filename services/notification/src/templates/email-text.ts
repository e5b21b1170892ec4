import type { Block, EmailDocument, Item } from './email-document.js';
import { messages } from './messages.js';

/** Returns the plain text of an email: what the HTML contains, in the same order. */
export function toText({ name, blocks, help, audience }: EmailDocument, storefront: string | undefined): string {
  const { footer } = messages;
  const below = (path: string, label: string): string[] =>
    storefront ? [`${label}: ${new URL(path, storefront).href}`] : [];
  const links = [
    ...below('/complaint', footer.complaint),
    ...(audience === 'orders' ? below('/user/notifications', footer.preferences) : []),
    ...(audience === 'marketing' ? [footer.whyMarketing, ...below('/user/notifications', footer.unsubscribe)] : []),
  ];
  const paragraphs = [
    [messages.greeting(name)],
    ...blocks.map(toLines),
    [help, footer.contact],
    ...(links.length > 0 ? [links] : []),
    messages.signature,
  ];
  return paragraphs.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function toLines(block: Block): readonly string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [block.text];
    case 'action':
    case 'link':
      return [`${block.label}:`, block.href];
    case 'code':
      return [block.code];
    case 'steps':
      return block.steps.map((step, index) => `  ${index + 1}. ${step}`);
    case 'facts':
      return block.rows.map(([label, value]) => `  ${label}: ${value}`);
    case 'address':
      return block.lines.map((line) => `  ${line}`);
    case 'items':
      return [
        ...block.items.flatMap(itemLines),
        ...(block.charges ?? []).map(([label, value]) => `  ${label}: ${value}`),
        ...(block.total ? [`${block.total[0]}: ${block.total[1]}`] : []),
      ];
  }
}

function itemLines({ name, details, amount, amountBefore, href, text }: Item): readonly string[] {
  if (text) return text;
  const price = amount ? `: ${amount}${amountBefore ? ` (${messages.insteadOf(amountBefore)})` : ''}` : '';
  return [`  ${name}${price}`, ...details.map((detail) => `      ${detail}`), ...(href ? [`      ${href}`] : [])];
}
