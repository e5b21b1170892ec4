import { brand } from '@rangavalli/contracts/brand';
import { GrievanceOfficer, Policy, ShopAddress } from './Policy.js';
import { useShop } from './use-shop.js';

export default function Contact() {
  const { legalName, phone, email, gstin } = useShop();
  return (
    <Policy title="Contact Us" lead="Come by, call, or write. A person answers.">
      <dl>
        <dt>Legal entity</dt>
        <dd>{legalName}</dd>
        {gstin && (
          <>
            <dt>GSTIN</dt>
            <dd>{gstin}</dd>
          </>
        )}
        <dt>Registered and operational address</dt>
        <dd>
          <ShopAddress />
          <a href={brand.maps} target="_blank" rel="noopener noreferrer">
            Find us on the map
          </a>
        </dd>
        <dt>Telephone</dt>
        <dd>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </dd>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </dl>
      <GrievanceOfficer />
    </Policy>
  );
}
