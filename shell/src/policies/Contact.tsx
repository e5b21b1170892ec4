import { brand } from '@rangavalli/contracts/brand';
import { Policy, ShopAddress } from './Policy.js';

export default function Contact() {
  return (
    <Policy title="Contact Us" lead="Come by, call, or write. A person answers.">
      <dl>
        <dt>Legal entity</dt>
        <dd>{brand.legalName}</dd>
        <dt>Registered and operational address</dt>
        <dd>
          <ShopAddress />
          <a href={brand.maps} target="_blank" rel="noopener noreferrer">
            Find us on the map
          </a>
        </dd>
        <dt>Telephone</dt>
        <dd>
          <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{brand.phone}</a>
        </dd>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </dd>
      </dl>
    </Policy>
  );
}
