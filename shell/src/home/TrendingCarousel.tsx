import { useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import { useSwipe } from './useSwipe.js';
import css from './TrendingCarousel.module.css';

/** Specification §9. */
const CAROUSEL_COUNT = 13;
const CAROUSEL_VISIBLE = 7;

/** Goes on at the other end. */
const wrap = (position: number) => (position + CAROUSEL_COUNT) % CAROUSEL_COUNT;

/** Returns -6 to 6 for thirteen pictures. */
export function offsetFrom(centre: number, index: number) {
  const half = Math.floor(CAROUSEL_COUNT / 2);
  return wrap(index - centre + half) - half;
}

export const isVisible = (offset: number) => Math.abs(offset) <= Math.floor(CAROUSEL_VISIBLE / 2);

function centreAfterKey(centre: number, key: string): number | undefined {
  if (key === 'ArrowRight') return wrap(centre + 1);
  if (key === 'ArrowLeft') return wrap(centre - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? CAROUSEL_COUNT - 1 : undefined;
}

const items = messages.carouselLooks.map((label, index) => ({
  id: index + 1,
  label,
  url: homePicture(`carousel-${index + 1}`),
  to: `/search?q=${encodeURIComponent(label)}`,
}));

/** A picture leads to what it shows. Before that, a click moves it to the centre (specification §2). */
export function TrendingCarousel() {
  const [centre, setCentre] = useState(0);
  const ring = useRef<HTMLUListElement>(null);
  const swipe = useSwipe({
    left: () => setCentre((old) => wrap(old + 1)),
    right: () => setCentre((old) => wrap(old - 1)),
  });
  const move = (event: KeyboardEvent) => {
    const next = centreAfterKey(centre, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCentre(next);
    ring.current?.querySelectorAll('a')[next]?.focus({ preventScroll: true });
  };
  const open = (event: MouseEvent, index: number) => {
    if (index === centre || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setCentre(index);
  };
  return (
    <section className={css.section} aria-labelledby="trending-wear">
      <h2 id="trending-wear">{messages.carousel}</h2>
      <ul ref={ring} className={css.ring} onKeyDown={move} {...swipe}>
        {items.map(({ id, label, url, to }, index) => {
          const offset = offsetFrom(centre, index);
          const visible = isVisible(offset);
          return (
            <li
              key={id}
              className={css.item}
              data-visible={visible}
              data-centre={offset === 0}
              aria-hidden={!visible}
              style={{ '--offset': offset, zIndex: 10 - Math.abs(offset) } as CSSProperties}
            >
              <Link
                to={to}
                draggable={false}
                onClick={(event) => open(event, index)}
                tabIndex={offset === 0 ? 0 : -1}
                aria-current={offset === 0}
                aria-label={messages.look(label, id, CAROUSEL_COUNT)}
              >
                {Math.abs(offset) <= 4 && (
                  <Picture
                    url={url}
                    alt=""
                    sizes="(min-width: 48rem) 16.5rem, 13.2rem"
                    widths={[320, 480, 640]}
                    ratio="3 / 4"
                  />
                )}
                {offset === 0 && <strong className={css.caption}>{label}</strong>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
