import { useRef, useState, type MouseEvent } from 'react';
import type { Image, Product } from '@rangavalli/contracts/entities/product';
import { deliveryUrl } from '@rangavalli/web-kit/format/images';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Gallery.module.css';
import { messages } from './messages.js';
import type { Point } from './zoom-view.js';

/** px */
const VIDEO_WIDTH = 960;

interface GalleryProps {
  images: readonly Image[];
  video: Product['video'];
  name: string;
}

const loadZoom = async () => (await import('./Zoom.js')).Zoom;

/** Returns the place of a click as fractions of the element; undefined for a key. */
function placeOf({ clientX, clientY, detail, currentTarget }: MouseEvent): Point | undefined {
  if (detail === 0) return undefined;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/**
 * A product's pictures, then its video: swiped, stepped through or chosen by thumbnail. A click opens the zoom at that
 * place.
 */
export function Gallery({ images, video, name }: GalleryProps) {
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<{ start: Point | undefined }>();
  const count = images.length + (video ? 1 : 0);
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
      disabled={to < 0 || to >= count}
      onClick={() => show(to)}
    >
      <Icon name={side} />
    </button>
  );

  if (count === 0) return <Picture url={undefined} alt={name} sizes="100vw" ratio="4 / 5" />;
  return (
    <div className={css.gallery}>
      <div className={css.stage}>
        <div ref={track} className={css.track} onScroll={onScroll} onPointerDown={() => void loadZoom()}>
          {images.map((image, index) => (
            <button
              key={image.public_id}
              type="button"
              className={css.slide}
              title={messages.openZoom}
              aria-haspopup="dialog"
              onClick={(event) => setZoomed({ start: placeOf(event) })}
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
          {video && (
            <video
              className={css.slide}
              aria-label={messages.video(name)}
              src={video.url}
              poster={deliveryUrl(video.poster, VIDEO_WIDTH)}
              controls
              muted
              loop
              playsInline
              preload="none"
              onFocus={() => setCurrent(images.length)}
            />
          )}
        </div>
        {count > 1 && (
          <>
            {stepButton('left', messages.previousPicture, current - 1)}
            {stepButton('right', messages.nextPicture, current + 1)}
          </>
        )}
      </div>
      {count > 1 && (
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
          {video && (
            <li>
              <button
                type="button"
                className={css.thumbnail}
                aria-label={messages.showVideo}
                aria-pressed={current === images.length}
                onClick={() => show(images.length)}
              >
                <Picture url={video.poster} alt="" sizes="80px" widths={[160, 320]} ratio="4 / 5" />
                <span className={css.play} aria-hidden="true" />
              </button>
            </li>
          )}
        </ul>
      )}
      {zoomed && (
        <LazyPart
          id="mf-catalog/zoom"
          load={loadZoom}
          props={{ images, name, first: current, start: zoomed.start, onClose: () => setZoomed(undefined) }}
          failed={messages.zoomFailed}
        />
      )}
    </div>
  );
}
