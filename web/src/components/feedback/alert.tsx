import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

type AlertKind = keyof typeof ICONS;

/** A note in a page; errors are announced at once. */
export function Alert({ kind = 'info', children }: { kind?: AlertKind; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.alert} data-kind={kind} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon size={16} aria-hidden="true" />
      <div className={classes.alertBody}>{children}</div>
    </div>
  );
}
