import { useRef, type PointerEvent } from 'react';

const SWIPE_PX = 40;

/** The element needs `touch-action: pan-y`. */
export function useSwipe({ left, right }: { left: () => void; right: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return;
      const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return;
      (dx < 0 ? left : right)();
    },
  };
}
