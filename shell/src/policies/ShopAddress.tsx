import { brand } from '@rangavalli/contracts/brand';

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
