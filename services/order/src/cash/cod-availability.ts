import type { MethodRefusal } from '@rangavalli/contracts/entities/cash';
import { formatPaise } from '@rangavalli/service-kit/money';
import type { CodRules } from './cod-settings.schema.js';

/** What decides whether an order may be paid in cash. */
export interface CodRequest {
  /** Of the goods, after offers, paise. */
  goodsPaise: number;
  /** Missing while the customer has not entered it. */
  pincode?: string | undefined;
  isAbroad?: boolean | undefined;
  /** Whether couriers take cash there; missing when it is not known. */
  isCodServed?: boolean | undefined;
  isPersonalised: boolean;
  /** Parcels that the customer refused at the door in the days of the rules. */
  refusals: number;
}

export interface CodRefusal {
  reason: MethodRefusal;
  /** A sentence for the customer. */
  message: string;
}

/** Returns why an order may not be paid in cash; undefined when it may. */
export function findCodRefusal(rules: CodRules, request: CodRequest): CodRefusal | undefined {
  const { minimumPaise, maximumPaise } = rules;
  const { goodsPaise, pincode = '', isAbroad = false, isCodServed = true, isPersonalised, refusals } = request;
  if (!rules.isEnabled) return { reason: 'disabled', message: 'Cash on delivery is not available at the moment.' };
  if (isAbroad) return { reason: 'abroad', message: 'Cash on delivery is available for addresses in India.' };
  if (isPersonalised && !rules.allowsPersonalised)
    return {
      reason: 'personalised',
      message: 'Personalised products are made for you only, so please pay for them online.',
    };
  if (goodsPaise < minimumPaise)
    return {
      reason: 'below_minimum',
      message: `Cash on delivery is available for orders from ${formatPaise(minimumPaise)}.`,
    };
  if (goodsPaise > maximumPaise)
    return {
      reason: 'above_maximum',
      message: `Cash on delivery is available for orders up to ${formatPaise(maximumPaise)}.`,
    };
  if (!isCodServed || (pincode && rules.blockedPins.some((prefix) => pincode.startsWith(prefix))))
    return { reason: 'pin_blocked', message: `Cash on delivery is not available for PIN code ${pincode}.` };
  if (refusals >= rules.maxRefusals)
    return {
      reason: 'refusals',
      message: 'Cash on delivery is not available because earlier parcels were not accepted. Please pay online.',
    };
  return undefined;
}
