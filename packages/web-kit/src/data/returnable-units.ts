import type { Order } from '@rangavalli/contracts/entities/order';

/** Units of a line that are neither cancelled nor in a return. */
export const returnableUnits = (
  { returns = [] }: Order,
  { lineId, quantity, cancelled = 0 }: Order['products'][number],
): number =>
  returns
    .flatMap(({ state, lines }) => lines.map((line) => ({ ...line, isOpen: state === 'requested' })))
    .reduce(
      (left, line) => left - (line.lineId === lineId ? (line.isOpen ? line.quantity : (line.accepted ?? 0)) : 0),
      quantity - cancelled,
    );
