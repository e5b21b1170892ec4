/** A card shows this many characters of a description (specification §9). */
const CARD_DESCRIPTION_LENGTH = 45;

/** A description as a card shows it: cut at 45 characters, with `…` where something was cut. */
export function cardDescription(description: string): string {
  // By code points: a cut must not go through a character that takes two units.
  const characters = [...description];
  return characters.length > CARD_DESCRIPTION_LENGTH
    ? `${characters.slice(0, CARD_DESCRIPTION_LENGTH).join('')}…`
    : description;
}
