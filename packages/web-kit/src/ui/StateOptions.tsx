import { indianStates, isIndia } from '../format/india.js';

export function StateOptions({ id, country }: { id: string; country: string }) {
  return (
    <datalist id={id}>{isIndia(country) && indianStates.map((state) => <option key={state} value={state} />)}</datalist>
  );
}
