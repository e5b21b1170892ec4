import { GrievanceOfficer, Policy, ShopAddress } from './Policy.js';
import { useShop } from './use-shop.js';

export default function Terms() {
  const { legalName } = useShop();
  return (
    <Policy
      title="Terms and Conditions"
      lead={`These terms hold between you and ${legalName} when you use this site or buy from it.`}
    >
      <h2>Who we are</h2>
      <p>“We”, “us” and “our” stand for {legalName}, whose registered and operational office is at:</p>
      <ShopAddress />
      <p>“You” and “visitor” stand for anybody who visits this site or agrees to buy from us.</p>
      <h2>Terms of use</h2>
      <ul>
        <li>The content of these pages is for your general information. It may change without notice.</li>
        <li>
          Please check that a product suits you before you order: colour and texture differ a little from screen to
          screen, and no two handmade products are quite the same.
        </li>
        <li>
          Text, pictures, layout and design of this site belong to us or are used under licence. Copying them needs our
          written consent.
        </li>
        <li>Using this site in a way that is not allowed may give rise to a claim for damages or be an offence.</li>
        <li>Links to other sites are given for your convenience. We are not responsible for what they say.</li>
        <li>
          You may not link to this site from another in a way that suggests our endorsement without asking us first.
        </li>
      </ul>
      <h2>Disclaimers</h2>
      <p>
        Neither we nor third parties give any warranty that the information and materials on this site are accurate,
        timely, complete or suitable for a particular purpose. They may contain mistakes, and we exclude liability for
        them to the fullest extent that the law allows. You use them at your own risk.
      </p>
      <h2>Payments that are declined</h2>
      <p>
        We are not liable for any loss or damage that arises directly or indirectly because the authorisation of a
        transaction was declined, when the cardholder has exceeded the limit agreed between us and our acquiring bank.
      </p>
      <h2>Governing law</h2>
      <p>
        Any dispute arising out of the use of this site, a purchase, or an engagement with us is subject to the laws of
        India.
      </p>
      <GrievanceOfficer />
    </Policy>
  );
}
