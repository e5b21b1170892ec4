import { useRef, type PointerEvent } from 'react';

/** A finger has swiped when it has gone this far, pixels, and further sideways than up or down. */
export const SWIPE_PX = 40;

interface Swipes {
  left: () => void;
  right: () => void;
}

/** Handlers that tell a finger's swipe over an element. Give the element `touch-action: pan-y`. */
export function useSwipe({ left, right }: Swipes): {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
} {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: (event) => {
      start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event) => {
      const from = start.current;
      start.current = undefined;
      if (!from) return;
      const across = event.clientX - from.x;
      if (Math.abs(across) < SWIPE_PX || Math.abs(across) < Math.abs(event.clientY - from.y)) return;
      (across < 0 ? left : right)();
    },
  };
}
