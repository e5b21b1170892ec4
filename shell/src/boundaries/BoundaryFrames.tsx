import { useEffect, useState } from 'react';
import { boundariesOn, releaseOnPage, type Boundary } from './boundaries.js';
import css from './BoundaryFrames.module.css';
import { showBoundaries, useBoundariesShown } from './shown.js';

/** A frame that is lower than this has its label outside, pixels. */
const ROOM_FOR_LABEL = 56;

/** Frames around what each slice has on the page, with its release, and a legend. It lies over the page and touches nothing in it. */
export default function BoundaryFrames() {
  return useBoundariesShown() ? <Frames /> : null;
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
            data-low={area.height < ROOM_FOR_LABEL || undefined}
            style={area}
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
            <li key={slice} data-slice={slice}>
              {slice} {releaseOnPage(slice)}
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => showBoundaries(false)}>
          Hide slices
        </button>
      </aside>
    </>
  );
}

/** Follows the page while it scrolls, grows and changes; nothing is rendered while nothing has moved. */
function useBoundaries(): Boundary[] {
  const [boundaries, setBoundaries] = useState<Boundary[]>([]);
  useEffect(() => {
    let seen = '';
    let next = 0;
    const look = () => {
      const now = boundariesOn(document, window);
      const text = JSON.stringify(now);
      if (text !== seen) setBoundaries(now);
      seen = text;
      next = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(next);
  }, []);
  return boundaries;
}
