import { useEffect, useState, type CSSProperties } from 'react';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { findBoundaries, releaseOnPage, type Boundary } from './boundaries.js';
import css from './BoundaryFrames.module.css';
import { setBoundariesVisible, useBoundariesVisible } from './visibility.js';

const MIN_LABEL_HEIGHT_PX = 56;

export function BoundaryFrames() {
  return useBoundariesVisible() ? <Frames /> : null;
}

export function BoundarySwitch() {
  const isVisible = useBoundariesVisible();
  return (
    <Switch label="Show slices" checked={isVisible} onChange={(event) => setBoundariesVisible(event.target.checked)} />
  );
}

/** The same hue on every page, dark enough for white text. */
function colourOf(slice: string) {
  const hue = Array.from(slice).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 0);
  return { '--slice': `hsl(${hue} 60% 30%)` } as CSSProperties;
}

function Frames() {
  const boundaries = useBoundaries();
  const slices = [...new Set(boundaries.map(({ slice }) => slice))];
  return (
    <>
      <div className={css.layer} aria-hidden="true">
        {boundaries.map(({ slice, ...area }, index) => (
          <div
            key={`${slice} ${index}`}
            className={css.frame}
            data-slice={slice}
            data-low={area.height < MIN_LABEL_HEIGHT_PX || undefined}
            style={{ ...area, ...colourOf(slice) }}
          >
            <span>
              {slice} {releaseOnPage(slice).replace(/\+.*/, '')}
            </span>
          </div>
        ))}
      </div>
      <aside className={css.legend} aria-label="Slices on this page">
        <ul>
          {slices.map((slice) => (
            <li key={slice} style={colourOf(slice)}>
              {slice} {releaseOnPage(slice)}
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => setBoundariesVisible(false)}>
          Hide slices
        </button>
      </aside>
    </>
  );
}

function useBoundaries(): Boundary[] {
  const [boundaries, setBoundaries] = useState<Boundary[]>([]);
  useEffect(() => {
    let lastText = '';
    let frame = 0;
    const measure = () => {
      const current = findBoundaries(document, window);
      const text = JSON.stringify(current);
      if (text !== lastText) setBoundaries(current);
      lastText = text;
      frame = requestAnimationFrame(measure);
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, []);
  return boundaries;
}
