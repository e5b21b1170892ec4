import { indianStates, isIndia } from '../india.js';

/** Offers the states of India to the input whose `list` is `id`; nothing for other countries. */
export function StateOptions({ id, country }: { id: string; country: string }) {
  return (
    <datalist id={id}>{isIndia(country) && indianStates.map((state) => <option key={state} value={state} />)}</datalist>
  );
}
