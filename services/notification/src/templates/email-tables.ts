import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { type CSSProperties, createElement as h, Fragment, type ReactNode } from 'react';
import type { Block, Item, Row } from './email-document.js';
import { styles } from './email-styles.js';

const layout = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

/** A cell of `stack`, which is one row of its own. */
export const cell = (style: CSSProperties, className: string, ...content: ReactNode[]): ReactNode =>
  h('tr', null, h('td', { style, className: className || undefined }, ...content));

/** Rows one below the other: tables are the only layout that all mail programs know. */
export const stack = (...rows: ReactNode[]): ReactNode => h('table', layout, h('tbody', null, ...rows));

/** Items with picture, details and price, then what the total differs from them by. */
export function itemsTable({ items, charges = [], total }: Extract<Block, { type: 'items' }>): ReactNode {
  const hasPictures = items.some(({ image }) => image);
  return h(
    'table',
    { ...layout, style: styles.table },
    h(
      'tbody',
      null,
      items.map((item, index) => itemRow(item, index, hasPictures)),
      charges.map((row) => amountRow(row, hasPictures, styles.charge, styles.chargeAmount)),
      total && amountRow(total, hasPictures, styles.total, styles.totalAmount),
    ),
  );
}

function itemRow({ name, details, amount, amountBefore, image, href }: Item, index: number, hasPictures: boolean) {
  const picture = image && h(Img, { src: image, alt: name, width: 64, style: styles.image });
  return h(
    'tr',
    { key: index },
    hasPictures &&
      h(
        'td',
        { width: 76, style: styles.picture, className: 'e-line' },
        href && picture ? h(Link, { href }, picture) : picture,
      ),
    h(
      'td',
      { style: styles.item, className: 'e-line' },
      href ? h(Link, { href, style: { color: 'inherit' } }, name) : name,
      details.map((detail) =>
        h(Fragment, { key: detail }, h('br'), h('span', { style: styles.detail, className: 'e-muted' }, detail)),
      ),
    ),
    amount &&
      h(
        'td',
        { style: styles.amount, className: 'e-line' },
        amount,
        amountBefore &&
          h(Fragment, null, h('br'), h('s', { style: styles.detail, className: 'e-muted' }, amountBefore)),
      ),
  );
}

const amountRow = ([label, value]: Row, hasPictures: boolean, labelStyle: object, valueStyle: object): ReactNode =>
  h(
    'tr',
    { key: label },
    h('td', { colSpan: hasPictures ? 2 : 1, style: labelStyle }, label),
    h('td', { style: valueStyle }, value),
  );

/** Labels beside values, such as the amount and the reference of a refund. */
export const rowsTable = (rows: readonly Row[]): ReactNode =>
  h(
    'table',
    { ...layout, style: styles.table },
    h(
      'tbody',
      null,
      rows.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h('td', { style: styles.factLabel, className: 'e-muted e-line' }, label),
          h('td', { style: styles.factValue, className: 'e-line' }, value),
        ),
      ),
    ),
  );
