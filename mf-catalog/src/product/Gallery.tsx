import { useRef, useState } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Gallery.module.css';
import { messages } from './messages.js';
import { Zoom } from './Zoom.js';

/** A product's pictures: swiped, stepped through or chosen by thumbnail; a click opens the zoom. */
export function Gallery({ images, name }: { images: readonly Image[]; name: string }) {
  const [current, setCurrent] = useState(0);
  const [isZoomed, setIsZoomed] = useState(false);
  const track = useRef<HTMLDivElement>(null);

  const show = (index: number) => {
    setCurrent(index);
    if (track.current) track.current.scrollLeft = index * track.current.clientWidth;
  };
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {};
    if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth));
  };
  const stepButton = (side: 'left' | 'right', label: string, to: number) => (
    <button
      type="button"
      className={css.step}
      data-side={side}
      aria-label={label}
      disabled={!images[to]}
      onClick={() => show(to)}
    >
      <Icon name={side} />
    </button>
  );

  if (images.length === 0) return <Picture url={undefined} alt={name} sizes="100vw" ratio="4 / 5" />;
  return (
    <div className={css.gallery}>
      <div className={css.stage}>
        <div ref={track} className={css.track} onScroll={onScroll}>
          {images.map((image, index) => (
            <button
              key={image.public_id}
              type="button"
              className={css.slide}
              title={messages.openZoom}
              aria-haspopup="dialog"
              onClick={() => setIsZoomed(true)}
              onFocus={() => setCurrent(index)}
            >
              <Picture
                url={image.url}
                alt={messages.picture(name, index + 1, images.length)}
                sizes="(min-width: 1024px) 640px, (min-width: 768px) 50vw, 92vw"
                ratio="4 / 5"
                eager={index === 0}
              />
            </button>
          ))}
        </div>
        {images.length > 1 && (
          <>
            {stepButton('left', messages.previousPicture, current - 1)}
            {stepButton('right', messages.nextPicture, current + 1)}
          </>
        )}
      </div>
      {images.length > 1 && (
        <ul className={css.thumbnails} aria-label={messages.pictures}>
          {images.map((image, index) => (
            <li key={image.public_id}>
              <button
                type="button"
                className={css.thumbnail}
                aria-label={messages.showPicture(index + 1)}
                aria-pressed={index === current}
                onClick={() => show(index)}
              >
                <Picture url={image.url} alt="" sizes="80px" widths={[160, 320]} ratio="4 / 5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isZoomed && <Zoom images={images} name={name} first={current} onClose={() => setIsZoomed(false)} />}
    </div>
  );
}
