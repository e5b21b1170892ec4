import { brand } from '@rangavalli/contracts/brand';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Policy } from './Policy.js';

export default function About() {
  return (
    <Policy title="About Us" lead={`${brand.tagline}.`}>
      <p>
        A rangavalli is the pattern drawn with coloured powder on the floor before a house, every morning. It is made by
        hand, it follows rules older than anybody can say, and no two are the same. So are the cloths we love.
      </p>
      <p>
        We are a boutique in Hyderabad. We choose pattu and handloom sarees from the weavers’ towns of the Deccan and
        beyond, customise sarees for weddings and for Tuesdays, and cut the same cloth for the whole family.
      </p>
      <h2>How we choose</h2>
      <ul>
        <li>Cloth first: pure yarns, honest zari, borders that lie flat.</li>
        <li>Honest descriptions: we call a saree handloom only when it is.</li>
        <li>Fair prices, printed where you can see them.</li>
      </ul>
      <p>
        <ButtonLink to="/all">See all products</ButtonLink>
      </p>
    </Policy>
  );
}
