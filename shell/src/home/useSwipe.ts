import { useRef, type PointerEvent } from 'react';

const SWIPE_PX = 40;

/** The element needs `touch-action: pan-y`. */
export function useSwipe({ left, right }: { left: () => void; right: () => void }): {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
} {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: (event) => {
      start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event) => {
      if (!start.current) return;
      const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return;
      (dx < 0 ? left : right)();
    },
  };
}
