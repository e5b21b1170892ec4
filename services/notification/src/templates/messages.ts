import { brand } from '@rangavalli/contracts/brand';

const help = `Need help? Write to ${brand.email} or call ${brand.phone}`;

export const messages = {
  greeting: (name?: string) => `Namaste${name ? ` ${name}` : ''},`,
  help: `${help}.`,
  signature: [
    'With warm regards from Hyderabad,',
    brand.name,
    brand.tagline,
    '',
    `${brand.legalName}, ${brand.address.join(', ')}`,
  ],
  orderConfirmation: {
    subject: (orderId: string) => `Your ${brand.name} order ${orderId}`,
    intro: 'Thank you for your order. We have received your payment and are preparing it for dispatch.',
    order: (orderId: string, date: string) => `Order ${orderId}, ${date}`,
    line: (quantity: number, name: string, size: string, amount: string) =>
      `  ${quantity} × ${name}${size ? ` (size ${size})` : ''}: ${amount}`,
    total: (amount: string) => `Total paid: ${amount}`,
    dispatch: 'We dispatch it within 7 days.',
    orders: (link: string) => `Your orders and their status: ${link}`,
    help: `${help}, and mention your order number.`,
  },
  passwordReset: {
    subject: `Reset your ${brand.name} password`,
    intro: 'We received a request to reset the password of your account. Set a new password here:',
    validity: (minutes: number) =>
      `The link works once and expires in ${minutes} minutes. ` +
      'If you did not request it, ignore this email: your password stays the same.',
  },
  backInStock: {
    subject: (item: string) => `Back in stock: ${item}`,
    intro: 'Good news: the item you asked about is back in stock.',
    item: (name: string, size: string) => `${name}${size ? `, size ${size}` : ''}`,
    link: (link: string) => `View it here: ${link}`,
    limited:
      'Quantities may be limited, and we cannot reserve one for you. If it sells out again, ' +
      'you can request another email on its page.',
    once: "This is the only email about this item. We won't email you about it again.",
  },
};

export interface EmailContent {
  subject: string;
  text: string;
}

export const compose = (
  subject: string,
  name: string | undefined,
  paragraphs: (string | string[])[],
): EmailContent => ({
  subject,
  text: [[messages.greeting(name)], ...paragraphs, messages.signature]
    .map((paragraph) => `${[paragraph].flat().join('\n')}\n`)
    .join('\n'),
});
