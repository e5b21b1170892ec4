import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { limitView, MAGNIFIED, panBy, type Point, WHOLE, zoomAt, type ZoomView } from './zoom-view.js';

/** A shorter way of a pointer is a tap. */
const TAP_PX = 8;
const SWIPE_PX = 40;

interface ZoomGestures {
  /** A fraction of the picture to begin with, magnified. */
  start: Point | undefined;
  pane: RefObject<HTMLElement | null>;
  picture: RefObject<HTMLImageElement | null>;
  /** A swipe across the whole picture. */
  onSwipe: (by: 1 | -1) => void;
}

/** A tap magnifies a place, two fingers pinch, one moves what is magnified, or swipes to the next picture. */
export function useZoomGestures({ start, pane, picture, onSwipe }: ZoomGestures) {
  const [view, setView] = useState<ZoomView>(start ? { scale: MAGNIFIED, ...start } : WHOLE);
  const pointers = useRef(new Map<number, Point>());
  /** How far the first pointer has moved, and whether a second one joined it. */
  const gesture = useRef({ way: { x: 0, y: 0 }, isPinch: false });

  const sizes = () => {
    const { offsetWidth = 0, offsetHeight = 0 } = picture.current ?? {};
    const { left = 0, top = 0, width = 0, height = 0 } = pane.current?.getBoundingClientRect() ?? {};
    return {
      picture: { width: Math.max(1, offsetWidth), height: Math.max(1, offsetHeight) },
      pane: { width, height },
      centre: { x: left + width / 2, y: top + height / 2 },
    };
  };
  const change = (next: (old: ZoomView, size: { width: number; height: number }) => ZoomView) => {
    const { picture: size, pane: visible } = sizes();
    setView((old) => limitView(next(old, size), size, visible));
  };
  const fromCentre = ({ x, y }: Point): Point => {
    const { centre } = sizes();
    return { x: x - centre.x, y: y - centre.y };
  };
  const wasDragged = () => {
    const { way, isPinch } = gesture.current;
    return isPinch || Math.hypot(way.x, way.y) > TAP_PX;
  };

  const onPointerDown = ({ pointerId, clientX, clientY, button }: PointerEvent) => {
    if (button !== 0) return;
    if (pointers.current.size === 0) gesture.current = { way: { x: 0, y: 0 }, isPinch: false };
    pointers.current.set(pointerId, { x: clientX, y: clientY });
    if (pointers.current.size > 1) gesture.current.isPinch = true;
  };
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = pointers.current.get(pointerId);
    if (!from) return;
    const to = { x: clientX, y: clientY };
    const by = { x: to.x - from.x, y: to.y - from.y };
    const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
    pointers.current.set(pointerId, to);
    gesture.current.way = { x: gesture.current.way.x + by.x, y: gesture.current.way.y + by.y };
    if (!other) return change((old, size) => (old.scale > 1 ? panBy(old, by, size) : old));
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = fromCentre({ x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 });
    const ratio = distance(to) / distance(from);
    change((old, size) => panBy(zoomAt(old, middle, ratio, size), { x: by.x / 2, y: by.y / 2 }, size));
  };
  const onPointerEnd = ({ pointerId }: PointerEvent) => {
    if (!pointers.current.delete(pointerId) || pointers.current.size > 0) return;
    const { way, isPinch } = gesture.current;
    const isSwipe = !isPinch && view.scale === 1 && Math.abs(way.x) > SWIPE_PX && Math.abs(way.x) > Math.abs(way.y);
    if (isSwipe) onSwipe(way.x < 0 ? 1 : -1);
  };

  return {
    view,
    /** Shows the whole picture. */
    reset: () => setView(WHOLE),
    /** Once the size of the picture is known. */
    onLoad: () => change((old) => old),
    /** By a tap at a place, or by a key. */
    toggle: ({ clientX, clientY, detail }: MouseEvent) => {
      if (wasDragged() && detail > 0) return;
      const at = detail > 0 ? fromCentre({ x: clientX, y: clientY }) : { x: 0, y: 0 };
      change((old, size) => (old.scale > 1 ? WHOLE : zoomAt(old, at, MAGNIFIED, size)));
    },
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  };
}
