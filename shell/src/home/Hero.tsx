import { useRef, useState, type CSSProperties, type FocusEvent, type PointerEvent } from 'react';
import { preload } from 'react-dom';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { blurredUrl, imageSource } from '@rangavalli/web-kit/format/images';
import { isServedPage } from '@rangavalli/web-kit/data/served-data';
import { serverPage } from '@rangavalli/web-kit/data/server-page';
import { messages } from './messages.js';
import { homePicture } from './pictures.js';
import { useSwipe } from './useSwipe.js';
import { useSlides } from './useSlides.js';
import css from './Hero.module.css';

const DESKTOP_WIDTHS = [960, 1440, 1920];
/** Kept small: the largest element of a phone's first view. */
const MOBILE_WIDTHS = [480, 640];

const WIDE = '(min-width: 48rem)';

/** On a phone a label covers most of the picture. */
const picturesOf = (number: number) => ({
  desktop: imageSource(homePicture(`hero-${number}-desktop`), DESKTOP_WIDTHS),
  mobile: imageSource(homePicture(`hero-${number}-mobile`), MOBILE_WIDTHS, 'q_auto:eco'),
});

function preloadPicture({ desktop, mobile }: ReturnType<typeof picturesOf>) {
  for (const [media, { src, srcSet }] of [
    [WIDE, desktop],
    [`not all and ${WIDE}`, mobile],
  ] as const) {
    preload(src, {
      as: 'image',
      fetchPriority: 'high',
      media,
      imageSizes: '100vw',
      imageSrcSet: srcSet,
    });
  }
}

/** The style sheet selects one; only that is loaded. */
const placeholders = (number: number) =>
  ({
    '--blurred-desktop': `url("${blurredUrl(homePicture(`hero-${number}-desktop`))}")`,
    '--blurred-mobile': `url("${blurredUrl(homePicture(`hero-${number}-mobile`))}")`,
  }) as CSSProperties;

function SlidePicture({ number, shown, onSettled }: { number: number; shown: boolean; onSettled: () => void }) {
  const pictures = picturesOf(number);
  const { desktop, mobile } = pictures;
  // A placeholder would delay a preloaded picture.
  const [isPreloaded] = useState(() => number === 1 && isServedPage());
  if (isPreloaded && serverPage()) preloadPicture(pictures);
  return (
    <picture className={css.picture} data-shown={shown} style={isPreloaded ? undefined : placeholders(number)}>
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

export function Hero() {
  const section = useRef<HTMLElement>(null);
  const { index, isVisible, isPlaying, isHeld, next, previous, setPlaying, setHeld } = useSlides(
    messages.slides.length,
    section,
  );
  const swipe = useSwipe({ left: next, right: previous });
  // The next slide loads after the first, so that it does not compete with it.
  const [hasStarted, setHasStarted] = useState(false);
  const [lastIndex, setLastIndex] = useState(0);
  if (index > lastIndex) setLastIndex(index);
  const maxLoaded = hasStarted ? lastIndex + 1 : lastIndex;
  const slide = messages.slides[index] ?? messages.slides[0];
  const hold = (isOver: boolean) => (event: PointerEvent) => {
    // A touch has no reliable leave event.
    if (event.pointerType !== 'touch') setHeld(isOver);
  };
  return (
    <section
      ref={section}
      className={css.hero}
      aria-roledescription="carousel"
      aria-label={messages.slider}
      data-held={isHeld}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      {...swipe}
    >
      {messages.slides.map(({ title }, at) =>
        at <= maxLoaded ? (
          <SlidePicture key={title} number={at + 1} shown={at === index} onSettled={() => setHasStarted(true)} />
        ) : null,
      )}
      <div className={css.label} data-shown={isVisible} aria-live={isPlaying && !isHeld ? 'off' : 'polite'}>
        <h1 className={css.title}>{slide.title}</h1>
        <p className={css.text}>{slide.text}</p>
        <p className={css.shortText}>{slide.shortText}</p>
        <ButtonLink to={slide.to}>{messages.explore}</ButtonLink>
      </div>
      <div className={css.controls}>
        <button type="button" onClick={previous} className={css.arrow} aria-label={messages.previous}>
          <Icon name="left" />
        </button>
        <button
          type="button"
          onClick={() => setPlaying(!isPlaying)}
          className={css.pause}
          aria-label={messages.position(index + 1, messages.slides.length, isPlaying)}
        >
          {index + 1} / {messages.slides.length}
          <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span>
        </button>
        <button type="button" onClick={next} className={css.arrow} aria-label={messages.next}>
          <Icon name="right" />
        </button>
      </div>
    </section>
  );
}
