import { brand } from '@rangavalli/contracts/brand';
import { GrievanceOfficer, Policy } from './Policy.js';

export default function Privacy() {
  return (
    <Policy
      title="Privacy Policy"
      lead={`How ${brand.name} uses and protects what you tell us when you use this site.`}
    >
      <h2>What we collect</h2>
      <ul>
        <li>Your name and job title.</li>
        <li>Contact information, including your email address.</li>
        <li>Demographic information such as postcode, preferences and interests.</li>
        <li>Other information that belongs to customer surveys and offers.</li>
        <li>
          Of some visits, how fast our pages load, and of all visits, which of our pages’ scripts fail and where:
          nothing that identifies you, and nothing at all if your browser asks not to be tracked.
        </li>
      </ul>
      <h2>What we do with it</h2>
      <ul>
        <li>Keep our own records, deliver your orders and answer your questions.</li>
        <li>Improve our products and services.</li>
        <li>Send you, if you agree, emails about new products and offers.</li>
        <li>Ask you now and then what you think, and shape the shop by your answers.</li>
      </ul>
      <h2>Security</h2>
      <p>
        We guard your information against access and disclosure by those it is not meant for, with suitable physical,
        electronic and organisational measures. Card details go straight to the payment provider: we never see or keep
        them.
      </p>
      <h2>Cookies</h2>
      <p>
        A cookie is a small file that asks to be placed on your device. We use cookies and your browser’s storage to
        keep your cart and your sign-in, and to understand which pages serve you. They give us no access to your device
        or to anything else about you. You can decline cookies in your browser; parts of the shop may then not work
        fully.
      </p>
      <h2>Controlling your personal information</h2>
      <ul>
        <li>Whenever a form asks for information, you may leave out what is not marked as required.</li>
        <li>
          If you agreed to receive our emails, you may change your mind at any time by writing to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </li>
        <li>
          We do not sell, distribute or lease your personal information to third parties unless you allow it or the law
          requires it.
        </li>
        <li>If what we hold about you is wrong or incomplete, write to us and we put it right.</li>
      </ul>
      <GrievanceOfficer />
    </Policy>
  );
}
