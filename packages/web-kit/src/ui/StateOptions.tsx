import { indianStates, isIndia } from '../format/india.js';

/** Offers the states of India to the input with the `list` `id`; no options for other countries. */
export function StateOptions({ id, country }: { id: string; country: string }) {
  return (
    <datalist id={id}>{isIndia(country) && indianStates.map((state) => <option key={state} value={state} />)}</datalist>
  );
}
