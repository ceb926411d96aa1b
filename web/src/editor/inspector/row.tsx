import type { ReactNode } from 'react';
import classes from './fields.module.css';

/** One line of a panel: its words, and the control. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.rowLabel} title={label} aria-hidden="true">
        {label}
      </span>
      <div className={classes.rowControl}>{children}</div>
    </div>
  );
}
