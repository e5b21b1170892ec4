import { useState } from 'react';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { QuantityStepper } from '@rangavalli/web-kit/ui/QuantityStepper';
import { Sample } from './Sample.js';
import css from './Design.module.css';

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const;

function CountingButton({ look }: { look: (typeof looks)[number] }) {
  const [clicks, setClicks] = useState(0);
  return (
    <Button look={look} onClick={() => setClicks(clicks + 1)}>
      Add to Cart{clicks > 0 && ` (${clicks})`}
    </Button>
  );
}

export function Actions() {
  const [quantity, setQuantity] = useState(2);
  return (
    <div className={css.samples}>
      {looks.map((look) => (
        <Sample key={look} name={`Button ${look}`}>
          <CountingButton look={look} />
        </Sample>
      ))}
      <Sample name="Button disabled">
        <Button disabled>Add to Cart</Button>
      </Sample>
      <Sample name="Button busy">
        <Button busy>Adding…</Button>
      </Sample>
      <Sample name="Button wide">
        <div className={css.wide}>
          <Button wide look="secondary" disabled>
            Proceed to Checkout
          </Button>
        </div>
      </Sample>
      <Sample name="ButtonLink">
        <ButtonLink to="/all" look="secondary">
          Shop Now
        </ButtonLink>
      </Sample>
      <Sample name="ButtonLink quiet">
        <ButtonLink to="/trending" look="quiet">
          Explore
        </ButtonLink>
      </Sample>
      <Sample name="QuantityStepper, 1 to 4">
        <QuantityStepper quantity={quantity} stock={4} label="this sample" onChange={setQuantity} />
      </Sample>
      <Sample name="QuantityStepper busy">
        <QuantityStepper quantity={1} stock={4} label="a busy sample" busy onChange={() => undefined} />
      </Sample>
    </div>
  );
}
