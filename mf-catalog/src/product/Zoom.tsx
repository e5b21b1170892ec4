import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { pictureText } from './picture-text.js';
import css from './Zoom.module.css';

interface ZoomProps {
  images: readonly Image[];
  name: string;
  first: number;
  onClose: () => void;
}

/** A picture as large as the window, and larger: a tap shows the threads, moving the mouse or a finger goes about in it. */
export function Zoom({ images, name, first, onClose }: ZoomProps) {
  const [shown, setShown] = useState(first);
  const [close, setClose] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const image = images[shown];

  const turn = (by: number) => {
    setShown((shown + by + images.length) % images.length);
    setClose(false);
  };
  const follow = ({ clientX, clientY }: MouseEvent) => {
    const { current } = pane;
    if (!close || !current) return;
    const { left, top, width, height } = current.getBoundingClientRect();
    current.scrollLeft = ((clientX - left) / width) * (current.scrollWidth - width);
    current.scrollTop = ((clientY - top) / height) * (current.scrollHeight - height);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (images.length < 2) return;
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  };

  return (
    <Dialog
      title={name}
      variant="fullscreen"
      onClose={onClose}
      footer={
        images.length > 1 && (
          <div className={css.steps}>
            <Button look="secondary" onClick={() => turn(-1)}>
              Previous
            </Button>
            <p role="status" aria-label={`Picture ${shown + 1} of ${images.length}`}>
              {shown + 1} / {images.length}
            </p>
            <Button look="secondary" onClick={() => turn(1)}>
              Next
            </Button>
          </div>
        )
      }
    >
      <div ref={pane} className={css.pane} data-close={close} onMouseMove={follow} onKeyDown={onKeyDown}>
        <button
          type="button"
          className={css.button}
          data-autofocus
          aria-pressed={close}
          title={close ? 'See all of it' : 'See the threads'}
          onClick={() => setClose(!close)}
        >
          {image && <img src={deliveryUrl(image.url, 1440)} alt={pictureText(name, shown, images.length)} />}
        </button>
      </div>
    </Dialog>
  );
}
