import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { showBoundaries, useBoundariesShown } from './shown.js';

/** Turns the outlines of the slices on and off. */
export default function BoundarySwitch() {
  const shown = useBoundariesShown();
  return <Switch label="Show slices" checked={shown} onChange={(event) => showBoundaries(event.target.checked)} />;
}
