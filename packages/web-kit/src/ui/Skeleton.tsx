import type { CSSProperties } from 'react';
import css from './Skeleton.module.css';

/** In the final size, so that the layout does not shift. */
export function Skeleton({
  width = '100%',
  height = '1em',
  ratio,
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  ratio?: string;
}) {
  return (
    <span
      className={css.skeleton}
      style={ratio ? { width, aspectRatio: ratio } : { width, height }}
      aria-hidden="true"
    />
  );
}
