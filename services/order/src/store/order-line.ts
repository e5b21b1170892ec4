import type { CartLine, PricedLine } from '@rangavalli/contracts/commands/lines';

/** Units of one product and size are several lines when they are personalised differently. */
export type OrderLineRecord = PricedLine &
  Pick<CartLine, 'personalisation' | 'extraDays'> & {
    /** Unique in the order. */
    lineId: string;
    /** Missing until its stock is held. */
    category?: string;
  };
