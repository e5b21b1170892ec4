import { useState, type CSSProperties, type FocusEvent, type PointerEvent } from 'react';
import { preload } from 'react-dom';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { blurredUrl, imageSource } from '@rangavalli/web-kit/format/images';
import { isServedPage } from '@rangavalli/web-kit/data/served-data';
import { serverPage } from '@rangavalli/web-kit/data/server-page';
import { homePicture } from './pictures.js';
import { slides } from './slides.js';
import { useSwipe } from './useSwipe.js';
import { useSlides } from './useSlides.js';
import css from './Hero.module.css';

const DESKTOP_WIDTHS = [960, 1440, 1920];
/** No more than a phone shows at arm's length: its picture is the largest thing of the first view. */
const MOBILE_WIDTHS = [480, 640];

/** From here on the wide picture is shown. */
const WIDE = '(min-width: 48rem)';

/** A slide's pictures as they are offered. On a phone they stand behind a label: the image host's thriftier quality is as good. */
const picturesOf = (number: number) => ({
  desktop: imageSource(homePicture(`hero-${number}-desktop`), DESKTOP_WIDTHS),
  mobile: imageSource(homePicture(`hero-${number}-mobile`), MOBILE_WIDTHS, 'q_auto:eco'),
});

/** In the head of the server's page: the browser asks for the largest thing of the first view before it has read what stands above it. */
function preloadFirst(): void {
  const { desktop, mobile } = picturesOf(1);
  for (const [media, { src, srcSet }] of [
    [WIDE, desktop],
    [`not all and ${WIDE}`, mobile],
  ] as const) {
    preload(src, {
      as: 'image',
      fetchPriority: 'high',
      media,
      imageSizes: '100vw',
      ...(srcSet ? { imageSrcSet: srcSet } : {}),
    });
  }
}

/** The blurred stand-ins of a slide; the style sheet takes the one for the window, and only that is asked for. */
const standIns = (number: number) =>
  ({
    '--blurred-desktop': `url("${blurredUrl(homePicture(`hero-${number}-desktop`))}")`,
    '--blurred-mobile': `url("${blurredUrl(homePicture(`hero-${number}-mobile`))}")`,
  }) as CSSProperties;

function SlidePicture({ number, shown, onSettled }: { number: number; shown: boolean; onSettled: () => void }) {
  const { desktop, mobile } = picturesOf(number);
  // The first page's own picture comes with its HTML: a stand-in would only be in its way.
  const [own] = useState(() => number === 1 && isServedPage());
  if (own && serverPage()) preloadFirst();
  return (
    <picture className={css.picture} data-shown={shown} style={own ? undefined : standIns(number)}>
      <source media={WIDE} srcSet={desktop.srcSet} sizes="100vw" />
      <img
        {...mobile}
        sizes="100vw"
        alt=""
        fetchPriority={number === 1 ? 'high' : 'low'}
        decoding={number === 1 ? 'sync' : 'async'}
        onLoad={onSettled}
        onError={onSettled}
        ref={(img) => void (img?.complete && onSettled())}
      />
    </picture>
  );
}

/** The full-screen slider. Its words stand on a cotton label, like the one sewn to a new saree. */
export function Hero() {
  const { index, visible, playing, held, next, previous, setPlaying, setHeld } = useSlides(slides.length);
  const swipe = useSwipe({ left: next, right: previous });
  // Those seen already stay; the next is asked for once the first is there, so that nothing competes with it.
  const [started, setStarted] = useState(false);
  const [furthest, setFurthest] = useState(0);
  if (index > furthest) setFurthest(index);
  const wanted = started ? furthest + 1 : furthest;
  const slide = slides[index] ?? slides[0];
  const point = (over: boolean) => (event: PointerEvent) => {
    // A finger leaves nothing behind that would let the slides go on.
    if (event.pointerType !== 'touch') setHeld(over);
  };
  return (
    <section
      className={css.hero}
      aria-roledescription="carousel"
      aria-label="Highlights"
      data-held={held}
      onPointerEnter={point(true)}
      onPointerLeave={point(false)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      {...swipe}
    >
      {slides.map(({ title }, at) =>
        at <= wanted ? (
          <SlidePicture key={title} number={at + 1} shown={at === index} onSettled={() => setStarted(true)} />
        ) : null,
      )}
      <div className={css.label} data-shown={visible} aria-live={playing && !held ? 'off' : 'polite'}>
        <h1 className={css.title}>{slide.title}</h1>
        <p className={css.text}>{slide.text}</p>
        <p className={css.shortText}>{slide.shortText}</p>
        <ButtonLink to={slide.to}>Explore</ButtonLink>
      </div>
      <div className={css.controls}>
        <button type="button" onClick={previous} className={css.arrow} aria-label="Previous slide">
          <Icon name="left" />
        </button>
        <button
          type="button"
          onClick={() => setPlaying(!playing)}
          className={css.pause}
          aria-label={`${index + 1} / ${slides.length}, ${playing ? 'pause' : 'play'} slides`}
        >
          {index + 1} / {slides.length}
          <span aria-hidden="true">{playing ? '❚❚' : '▶'}</span>
        </button>
        <button type="button" onClick={next} className={css.arrow} aria-label="Next slide">
          <Icon name="right" />
        </button>
      </div>
    </section>
  );
}
