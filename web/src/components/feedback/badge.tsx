import type { ReactNode } from 'react';
import classes from './feedback.module.css';

/** A short label for a state. */
export function Badge({
  kind = 'neutral',
  children,
}: {
  kind?: 'neutral' | 'info' | 'success' | 'warning' | 'error';
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {children}
    </span>
  );
}
