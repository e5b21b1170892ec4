import type { PersonalisationValue } from './entities/personalisation.js';

/** Of a line of a cart or an order; missing or empty without personalisation. */
export interface Personalised {
  personalisation?: readonly PersonalisationValue[] | undefined;
}

const byLabel = (a: PersonalisationValue, b: PersonalisationValue): number => (a.label < b.label ? -1 : 1);

/** Returns the same text for the same values in any order; empty without values. */
const personalisationKey = ({ personalisation = [] }: Personalised): string =>
  personalisation.length === 0
    ? ''
    : JSON.stringify(personalisation.toSorted(byLabel).map(({ label, value }) => [label, value]));

/** Identifies a line: the same product in another size or with other values is another line. */
export const lineKeyOf = (line: { productId: string; size: string } & Personalised): string =>
  `${line.productId} ${line.size} ${personalisationKey(line)}`;

/** Returns "Initials: RK, Lining: Cotton". */
export const formatPersonalisation = ({ personalisation = [] }: Personalised): string =>
  personalisation.map(({ label, value }) => `${label}: ${value}`).join(', ');
