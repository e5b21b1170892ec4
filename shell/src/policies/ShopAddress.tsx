import { brand } from '@rangavalli/contracts/brand';

/** The shop's name and street address, as they stand in the owner's configuration. */
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

/** How to reach a person. */
export function HelpDesk() {
  return (
    <p>
      Our help desk is reachable at <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{brand.phone}</a> and{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  );
}
