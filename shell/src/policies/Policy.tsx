import type { ReactNode } from 'react';
import { Page } from '@rangavalli/web-kit/ui/Page';
import css from './Policy.module.css';
import { useShop } from './use-shop.js';

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
  const { legalName, address } = useShop();
  return (
    <address>
      <span>{legalName}</span>
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

export function ContactDetails() {
  const { phone, email } = useShop();
  return (
    <p>
      You can reach us at <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a> and{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </p>
  );
}

/** The E-Commerce Rules 2020 require one; nothing until the owner has named the officer. */
export function GrievanceOfficer() {
  const { grievance } = useShop();
  const { grievanceName, grievanceDesignation, grievancePhone, grievanceEmail } = grievance;
  if (!grievanceName) return null;
  return (
    <>
      <h2>Grievance officer</h2>
      <p>
        {[grievanceName, grievanceDesignation].filter(Boolean).join(', ')}
        {grievancePhone && (
          <>
            {' · '}
            <a href={`tel:${grievancePhone.replaceAll(' ', '')}`}>{grievancePhone}</a>
          </>
        )}
        {grievanceEmail && (
          <>
            {' · '}
            <a href={`mailto:${grievanceEmail}`}>{grievanceEmail}</a>
          </>
        )}
      </p>
      <p>
        <a href="/complaint">Make a complaint</a>. You get its number at once; we answer within 48 hours and resolve it
        within one month.
      </p>
    </>
  );
}
