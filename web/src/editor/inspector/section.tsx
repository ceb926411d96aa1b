import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './fields.module.css';

/** A part of a panel that can be closed; the browser remembers it for as long as the panel is there. */
export function Section({
  title,
  isOpen = true,
  action,
  children,
}: {
  title: string;
  isOpen?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <details className={classes.section} open={isOpen}>
      <summary className={classes.summary}>
        <ChevronDown size={16} aria-hidden="true" className={classes.chevron} />
        <span className={classes.sectionTitle}>{title}</span>
        {action}
      </summary>
      <div className={classes.sectionBody}>{children}</div>
    </details>
  );
}
