import { useState } from 'react';
import type { Image } from '@rangavalli/contracts/entities/product';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Gallery.module.css';

/** A product's pictures: one large, and a thumbnail for each when there are several. */
export function Gallery({ images, name }: { images: readonly Image[]; name: string }) {
  const [shown, setShown] = useState(0);
  return (
    <div className={css.gallery}>
      <Picture
        key={shown}
        url={images[shown]?.url}
        alt={images.length > 1 ? `${name}, picture ${shown + 1} of ${images.length}` : name}
        sizes="(min-width: 1024px) 640px, (min-width: 768px) 50vw, 100vw"
        ratio="4 / 5"
        eager
      />
      {images.length > 1 && (
        <ul className={css.thumbnails} aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image.public_id}>
              <button type="button" className={css.thumbnail} aria-label={`Show picture ${index + 1}`} aria-pressed={index === shown} onClick={() => setShown(index)}>
                <Picture url={image.url} alt="" sizes="80px" widths={[160, 320]} ratio="4 / 5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
