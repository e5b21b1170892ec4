/** One part of an email; the HTML and the plain text are made of the same blocks. */
export type Block =
  | { type: 'paragraph'; text: string; isStrong?: boolean }
  | { type: 'heading'; text: string }
  /** A button, or the address itself in plain text. */
  | { type: 'action'; label: string; href: string }
  | { type: 'link'; label: string; href: string }
  | { type: 'code'; code: string }
  | { type: 'steps'; steps: readonly string[] }
  | { type: 'facts'; rows: readonly Row[] }
  | { type: 'address'; lines: readonly string[] }
  | { type: 'items'; items: readonly Item[]; charges?: readonly Row[]; total?: Row };

export type Row = readonly [label: string, value: string];

/** One line of an order, a cart or a parcel. */
export interface Item {
  name: string;
  /** Size, quantity and personalisation, one below the other. */
  details: readonly string[];
  amount?: string | undefined;
  /** A struck-through price beside the amount. */
  amountBefore?: string | undefined;
  /** Absolute. */
  image?: string | undefined;
  href?: string | undefined;
  /** The whole line in plain text, where it differs from name, details and amount. */
  text?: readonly string[];
}

export interface EmailDocument {
  subject: string;
  /** The heading. */
  title: string;
  /** What mail programs show beside the subject. */
  preheader: string;
  /** Text of users: for confirmed addresses only. */
  name?: string | undefined;
  blocks: readonly Block[];
  /** How to get help about this email. */
  help: string;
  /** `marketing` carries the link that ends such emails; `account` has none: these emails are always sent. */
  audience: 'account' | 'orders' | 'marketing';
}

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}
