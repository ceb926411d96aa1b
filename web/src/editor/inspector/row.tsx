import type { ReactNode } from 'react';
import { RevertMark } from './field-mark.tsx';
import classes from './fields.module.css';

type RowProps = {
  label: string;
  /** Whether the control consists of several fields and needs the full width. */
  isVector?: boolean;
  /** Element at the end of the label, for full-width rows. */
  action?: ReactNode;
  children: ReactNode;
};

/** Row of a panel with label and control. */
export function Row({ label, isVector = false, action, children }: RowProps) {
  return (
    <div className={classes.row} data-vector={isVector || undefined}>
      <span className={classes.rowHead}>
        <span className={classes.rowLabel} title={label} aria-hidden="true">
          {label}
        </span>
        <RevertMark label={label} />
        {action}
      </span>
      <div className={classes.rowControl}>{children}</div>
    </div>
  );
}
