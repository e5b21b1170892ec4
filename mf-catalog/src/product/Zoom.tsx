import { useRef, useState, type KeyboardEvent } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { messages } from './messages.js';
import { useZoomGestures } from './use-zoom-gestures.js';
import type { Point } from './zoom-view.js';
import css from './Zoom.module.css';

interface ZoomProps {
  images: readonly Image[];
  name: string;
  first: number;
  /** The fraction of the first picture that was tapped. */
  start: Point | undefined;
  onClose: () => void;
}

/** A picture in full size, magnified where it was tapped. */
export function Zoom({ images, name, first, start, onClose }: ZoomProps) {
  const [current, setCurrent] = useState(first);
  const pane = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const image = images[current];
  const count = images.length;

  const step = (by: 1 | -1) => {
    if (count < 2) return;
    setCurrent((current + by + count) % count);
    reset();
  };
  const { view, reset, onLoad, toggle, handlers } = useZoomGestures({ start, pane, picture, onSwipe: step });
  const isMagnified = view.scale > 1;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };

  return (
    <Dialog
      title={name}
      variant="fullscreen"
      onClose={onClose}
      footer={
        count > 1 && (
          <div className={css.steps}>
            <Button look="secondary" onClick={() => step(-1)}>
              {messages.previous}
            </Button>
            <p role="status" aria-label={messages.pictureOf(current + 1, count)}>
              {current + 1} / {count}
            </p>
            <Button look="secondary" onClick={() => step(1)}>
              {messages.next}
            </Button>
          </div>
        )
      }
    >
      <div ref={pane} className={css.pane} onKeyDown={onKeyDown} {...handlers}>
        <button
          type="button"
          className={css.button}
          data-autofocus
          aria-pressed={isMagnified}
          title={isMagnified ? messages.zoomOut : messages.zoomIn}
          onClick={toggle}
        >
          {image && (
            <img
              ref={picture}
              src={deliveryUrl(image.url, 1440)}
              alt={messages.picture(name, current + 1, count)}
              draggable={false}
              style={{
                transform: `scale(${view.scale}) translate(${(0.5 - view.x) * 100}%, ${(0.5 - view.y) * 100}%)`,
              }}
              onLoad={onLoad}
            />
          )}
        </button>
      </div>
    </Dialog>
  );
}
