import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { brand } from '@rangavalli/contracts/brand';
import { createElement as h, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Block, EmailDocument } from './email-document.js';
import { cell, itemsTable, rowsTable, stack } from './email-tables.js';
import { outlookHead, styles, styleSheet } from './email-styles.js';
import { messages } from './messages.js';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Returns the email as a page in one column, at most 600 px wide, that needs no style sheet. */
export function toHtml(email: EmailDocument, storefront: string | undefined): string {
  const page = h(
    Html,
    { lang: 'en-IN' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, email.subject),
      h('style', { dangerouslySetInnerHTML: { __html: styleSheet } }),
    ),
    h(
      Body,
      { style: styles.body, className: 'e-page' },
      h(Preview, null, email.preheader),
      stack(
        cell(styles.outer, '', h(Container, { style: styles.container, className: 'e-card' }, card(email, storefront))),
      ),
    ),
  );
  return DOCTYPE + renderToStaticMarkup(page).replace('</head>', `${outlookHead}</head>`);
}

const card = (email: EmailDocument, storefront: string | undefined): ReactNode => {
  const logo = { style: styles.logo, className: 'e-brand' };
  return stack(
    cell(
      styles.header,
      'e-pad',
      storefront ? h(Link, { href: storefront, ...logo }, brand.name) : h('span', logo, brand.name),
      h(Text, { style: styles.tagline, className: 'e-muted' }, brand.tagline),
    ),
    cell(styles.border, ''),
    cell(styles.zari, ''),
    cell(
      styles.content,
      'e-pad e-ink',
      h(Heading, { as: 'h1', style: styles.title, className: 'e-ink' }, email.title),
      paragraph(messages.greeting(email.name)),
      ...email.blocks.map(toElement),
    ),
    footer(email, storefront),
  );
};

const paragraph = (text: ReactNode): ReactNode => h(Text, { style: styles.text }, text);

function toElement(block: Block): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return paragraph(block.isStrong ? h('strong', null, block.text) : block.text);
    case 'heading':
      return h(Heading, { as: 'h2', style: styles.heading, className: 'e-ink' }, block.text);
    case 'action':
      return stack(
        cell(
          styles.actions,
          '',
          h(Button, { href: block.href, style: styles.button, className: 'e-button' }, block.label),
        ),
      );
    case 'link':
      return paragraph(h(Link, { href: block.href, style: styles.link, className: 'e-brand' }, block.label));
    case 'code':
      return h(Text, { style: styles.code, className: 'e-soft e-ink' }, block.code);
    case 'steps':
      return h(
        'ol',
        { style: styles.list },
        block.steps.map((step) => h('li', { key: step, style: styles.step }, step)),
      );
    case 'facts':
      return rowsTable(block.rows);
    case 'address':
      return paragraph(block.lines.map((line, index) => h(Fragment, { key: line }, index > 0 && h('br'), line)));
    case 'items':
      return itemsTable(block);
  }
}

function footer({ help, audience }: EmailDocument, storefront: string | undefined): ReactNode {
  const { footer: texts } = messages;
  const to = (href: string, label: string) => h(Link, { href, style: styles.footerLink }, label);
  const below = (path: string, label: string) => storefront && to(new URL(path, storefront).href, label);
  const contacts = [
    to(`tel:${brand.phone.replaceAll(' ', '')}`, brand.phone),
    to(`mailto:${brand.email}`, brand.email),
    brand.whatsApp && to(`https://wa.me/${brand.whatsApp.replaceAll(/\D/g, '')}`, 'WhatsApp'),
    below('/complaint', texts.complaint),
  ];
  const choices = [
    audience === 'orders' && below('/user/notifications', texts.preferences),
    audience === 'marketing' && below('/user/notifications', texts.unsubscribe),
  ].filter(Boolean);
  return cell(
    styles.footer,
    'e-pad e-soft',
    h(Text, { style: styles.footerTitle, className: 'e-ink' }, help),
    h(Text, { style: styles.footerText, className: 'e-muted' }, separated(contacts)),
    choices.length > 0 &&
      h(
        Text,
        { style: styles.footerText, className: 'e-muted' },
        audience === 'marketing' ? `${texts.whyMarketing} ` : '',
        separated(choices),
      ),
    h(
      Text,
      { style: { ...styles.footerText, margin: 0 }, className: 'e-muted' },
      `${brand.legalName}, ${brand.address.join(', ')}`,
    ),
  );
}

const separated = (parts: readonly ReactNode[]): ReactNode =>
  parts.filter(Boolean).map((part, index) => h(Fragment, { key: index }, index > 0 && ' · ', part));
