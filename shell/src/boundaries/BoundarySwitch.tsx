import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { setBoundariesVisible, useBoundariesVisible } from './visibility.js';

export default function BoundarySwitch() {
  const isVisible = useBoundariesVisible();
  return (
    <Switch label="Show slices" checked={isVisible} onChange={(event) => setBoundariesVisible(event.target.checked)} />
  );
}
