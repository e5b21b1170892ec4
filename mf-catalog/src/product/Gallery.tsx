import { useRef, useState } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Gallery.module.css';
import { pictureText } from './picture-text.js';
import { Zoom } from './Zoom.js';

interface GalleryProps {
  images: readonly Image[];
  name: string;
}

/** A product's pictures: swiped, stepped or chosen by thumbnail, and opened large. */
export function Gallery({ images, name }: GalleryProps) {
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const track = useRef<HTMLDivElement>(null);

  const show = (index: number) => {
    setShown(index);
    // The track scrolls as smoothly as the visitor's settings allow (its style).
    if (track.current) track.current.scrollLeft = index * track.current.clientWidth;
  };
  const settle = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {};
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
  };

  if (images.length === 0) return <Picture url={undefined} alt={name} sizes="100vw" ratio="4 / 5" />;
  return (
    <div className={css.gallery}>
      <div className={css.stage}>
        <div ref={track} className={css.track} onScroll={settle}>
          {images.map((image, index) => (
            <button
              key={image.public_id}
              type="button"
              className={css.slide}
              title="Look closer"
              aria-haspopup="dialog"
              onClick={() => setZoomed(true)}
              onFocus={() => setShown(index)}
            >
              <Picture
                url={image.url}
                alt={pictureText(name, index, images.length)}
                sizes="(min-width: 1024px) 640px, (min-width: 768px) 50vw, 92vw"
                ratio="4 / 5"
                eager={index === 0}
              />
            </button>
          ))}
        </div>
        {images.length > 1 && (
          <>
            <button
              type="button"
              className={css.step}
              data-side="left"
              aria-label="Previous picture"
              disabled={shown === 0}
              onClick={() => show(shown - 1)}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              className={css.step}
              data-side="right"
              aria-label="Next picture"
              disabled={shown === images.length - 1}
              onClick={() => show(shown + 1)}
            >
              <Icon name="right" />
            </button>
          </>
        )}
      </div>
      {images.length > 1 && (
        <ul className={css.thumbnails} aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image.public_id}>
              <button
                type="button"
                className={css.thumbnail}
                aria-label={`Show picture ${index + 1}`}
                aria-pressed={index === shown}
                onClick={() => show(index)}
              >
                <Picture url={image.url} alt="" sizes="80px" widths={[160, 320]} ratio="4 / 5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && <Zoom images={images} name={name} first={shown} onClose={() => setZoomed(false)} />}
    </div>
  );
}
