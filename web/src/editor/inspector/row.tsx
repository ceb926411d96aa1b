import type { ReactNode } from 'react';
import classes from './fields.module.css';

type RowProps = {
  label: string;
  /** Several numbers beside each other need all the room there is. */
  isVector?: boolean;
  children: ReactNode;
};

/** One line of a panel: its words, and the control. */
export function Row({ label, isVector = false, children }: RowProps) {
  return (
    <div className={classes.row} data-vector={isVector || undefined}>
      <span className={classes.rowLabel} title={label} aria-hidden="true">
        {label}
      </span>
      <div className={classes.rowControl}>{children}</div>
    </div>
  );
}
