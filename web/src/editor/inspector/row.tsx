import type { ReactNode } from 'react';
import classes from './fields.module.css';

type RowProps = {
  label: string;
  /** Several numbers beside each other need all the room there is. */
  isVector?: boolean;
  /** Stands at the end of the words of a line that needs the whole width. */
  action?: ReactNode;
  children: ReactNode;
};

/** One line of a panel: its words, and the control. */
export function Row({ label, isVector = false, action, children }: RowProps) {
  return (
    <div className={classes.row} data-vector={isVector || undefined}>
      <span className={classes.rowHead}>
        <span className={classes.rowLabel} title={label} aria-hidden="true">
          {label}
        </span>
        {action}
      </span>
      <div className={classes.rowControl}>{children}</div>
    </div>
  );
}
