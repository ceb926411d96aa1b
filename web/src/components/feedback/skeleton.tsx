import type { CSSProperties } from 'react';
import classes from './feedback.module.css';

/** Placeholder in the size of the later content, so that the layout does not shift. */
export function Skeleton({
  width = '100%',
  height = 'var(--space-4)',
  style,
}: {
  width?: string;
  height?: string;
  style?: CSSProperties;
}) {
  return (
    <span
      data-skeleton=""
      aria-hidden="true"
      className={classes.skeleton}
      style={{ width, height, ...style }}
    />
  );
}
