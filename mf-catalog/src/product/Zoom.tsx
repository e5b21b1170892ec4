import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { messages } from './messages.js';
import css from './Zoom.module.css';

interface ZoomProps {
  images: readonly Image[];
  name: string;
  first: number;
  onClose: () => void;
}

/** A picture in full size; a tap magnifies it, and moving the mouse or a finger pans. */
export function Zoom({ images, name, first, onClose }: ZoomProps) {
  const [current, setCurrent] = useState(first);
  const [isMagnified, setIsMagnified] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const image = images[current];
  const count = images.length;

  const step = (by: number) => {
    setCurrent((current + by + count) % count);
    setIsMagnified(false);
  };
  const pan = ({ clientX, clientY }: MouseEvent) => {
    const element = pane.current;
    if (!isMagnified || !element) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    element.scrollLeft = ((clientX - left) / width) * (element.scrollWidth - width);
    element.scrollTop = ((clientY - top) / height) * (element.scrollHeight - height);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (count < 2) return;
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
      <div ref={pane} className={css.pane} data-magnified={isMagnified} onMouseMove={pan} onKeyDown={onKeyDown}>
        <button
          type="button"
          className={css.button}
          data-autofocus
          aria-pressed={isMagnified}
          title={isMagnified ? messages.zoomOut : messages.zoomIn}
          onClick={() => setIsMagnified(!isMagnified)}
        >
          {image && <img src={deliveryUrl(image.url, 1440)} alt={messages.picture(name, current + 1, count)} />}
        </button>
      </div>
    </Dialog>
  );
}
