import { useState, type ComponentType } from 'react';
import { LazyBoundary } from '@rangavalli/web-kit/ui/LazyBoundary';
import { designIsOpen } from '../design/is-open.js';

/** Where a browser remembers that somebody wants to see the boundaries. */
export const BOUNDARIES_KEY = 'boundaries';

const parts: Record<'switch' | 'frames', () => Promise<{ default: ComponentType }>> = {
  switch: () => import('./BoundarySwitch.js'),
  frames: () => import('./BoundaryFrames.js'),
};

/** Outside production always; else after `?boundaries`, until the switch is turned off. */
export function boundariesAreOffered(): boolean {
  try {
    return (
      designIsOpen() ||
      new URLSearchParams(location.search).has('boundaries') ||
      localStorage.getItem(BOUNDARIES_KEY) !== null
    );
  } catch {
    // Storage is forbidden here.
    return false;
  }
}

/** A part of what shows developers which slice owns what. Shoppers load none of it. */
export function ForDevelopers({ part }: { part: keyof typeof parts }) {
  const [offered] = useState(boundariesAreOffered);
  return offered ? (
    <LazyBoundary id={`boundaries/${part}`} load={parts[part]} loading={null} failed={() => null} />
  ) : null;
}
