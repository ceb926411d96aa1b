import type { CSSProperties } from 'react';
import classes from './feedback.module.css';

/** Stands where something will be, in its size, so that nothing jumps. */
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
