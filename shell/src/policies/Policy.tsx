import type { ReactNode } from 'react';
import { brand } from '@rangavalli/contracts/brand';
import { Page } from '@rangavalli/web-kit/ui/Page';
import css from './Policy.module.css';

interface PolicyProps {
  title: string;
  lead: string;
  updated?: string;
  children: ReactNode;
}

export function Policy({ title, lead, updated, children }: PolicyProps) {
  return (
    <Page title={title} width="narrow" lead={lead}>
      <div className={css.text}>
        {children}
        {updated && <p className={css.updated}>Last updated {updated}</p>}
      </div>
    </Page>
  );
}

export function ShopAddress() {
  return (
    <address>
      <span>{brand.legalName}</span>
      {brand.address.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

export function ContactDetails() {
  return (
    <p>
      You can reach us at <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{brand.phone}</a> and{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  );
}
