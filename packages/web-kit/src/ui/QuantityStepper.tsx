import { Icon } from './Icon.js';
import css from './QuantityStepper.module.css';

interface QuantityStepperProps {
  quantity: number;
  /** The highest quantity; the lowest is 1 (specification §5). */
  stock: number;
  label: string;
  busy?: boolean;
  onChange: (quantity: number) => void;
}

export function QuantityStepper({ quantity, stock, label, busy = false, onChange }: QuantityStepperProps) {
  return (
    <div className={css.stepper} role="group" aria-label={`Quantity of ${label}`}>
      <button
        type="button"
        data-repeats
        onClick={() => onChange(quantity - 1)}
        disabled={busy || quantity <= 1}
        aria-label="One fewer"
      >
        <Icon name="minus" size={16} />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        data-repeats
        onClick={() => onChange(quantity + 1)}
        disabled={busy || quantity >= stock}
        aria-label="One more"
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  );
}
