import { useState } from 'react';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { areBoundariesOffered } from './visibility.js';

const loadTools = () => import('./BoundaryFrames.js');
const tools = {
  switch: () => loadTools().then(({ BoundarySwitch }) => ({ default: BoundarySwitch })),
  frames: () => loadTools().then(({ BoundaryFrames }) => ({ default: BoundaryFrames })),
};

/** Shoppers do not load these tools. */
export function DeveloperTool({ name }: { name: keyof typeof tools }) {
  const [isOffered] = useState(areBoundariesOffered);
  return isOffered ? (
    <LazyBoundary id={`boundaries/${name}`} load={tools[name]} loading={null} failed={() => null} />
  ) : null;
}
