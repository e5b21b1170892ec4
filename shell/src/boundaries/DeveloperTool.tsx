import { useState, type ComponentType } from 'react';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { areBoundariesOffered } from './visibility.js';

const tools: Record<'switch' | 'frames', () => Promise<{ default: ComponentType }>> = {
  switch: () => import('./BoundarySwitch.js'),
  frames: () => import('./BoundaryFrames.js'),
};

/** Shoppers do not load these tools. */
export function DeveloperTool({ name }: { name: keyof typeof tools }) {
  const [isOffered] = useState(areBoundariesOffered);
  return isOffered ? (
    <LazyBoundary id={`boundaries/${name}`} load={tools[name]} loading={null} failed={() => null} />
  ) : null;
}
