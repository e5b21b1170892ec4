import { ContactDetails, Policy } from './Policy.js';

export default function Shipping() {
  return (
    <Policy title="Shipping Delivery" lead="From our shop to your door.">
      <h2>When</h2>
      <p>
        Your order is handed to the courier within 0–7 days of order and payment, or by the date we agreed on when you
        ordered. How long the courier then takes is the courier’s to say.
      </p>
      <h2>How</h2>
      <ul>
        <li>Within India: registered domestic couriers or speed post.</li>
        <li>Abroad: registered international couriers or international speed post.</li>
      </ul>
      <p>
        We are not liable for a delay by the courier or the post. We hand the parcel over to the address you gave when
        you ordered, and confirm delivery by email to the address of your account.
      </p>
      <h2>Questions</h2>
      <ContactDetails />
      <p>
        <small>
          Places of PIN codes:{' '}
          <a href="https://www.geonames.org/" target="_blank" rel="noopener noreferrer">
            GeoNames
          </a>
          ,{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noopener noreferrer">
            CC BY 4.0
          </a>
          .
        </small>
      </p>
    </Policy>
  );
}
