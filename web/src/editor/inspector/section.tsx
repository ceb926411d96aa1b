import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useFold } from '../hooks/use-fold.ts';
import classes from './fields.module.css';

/** A part of a panel that can be closed, and stays so whatever is selected next. */
export function Section({
  title,
  isOpen = true,
  isLazy = false,
  action,
  children,
}: {
  title: string;
  isOpen?: boolean;
  /** Whether what is in it is there only while it is open, as it costs something. */
  isLazy?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  const fold = useFold(title, isOpen);
  return (
    <details className={classes.section} {...fold}>
      <summary className={classes.summary}>
        <ChevronDown size={16} aria-hidden="true" className={classes.chevron} />
        <span className={classes.sectionTitle}>{title}</span>
        {action}
      </summary>
      {(fold.open || !isLazy) && (
        <div className={classes.sectionBody}>
          {/* Its words may still be on their way, for which nothing else is to disappear. */}
          <Suspense fallback={null}>{children}</Suspense>
        </div>
      )}
    </details>
  );
}

/** What few need of a part, folded away in it. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  const fold = useFold(title, false);
  return (
    <details className={classes.more} {...fold}>
      <summary>{title}</summary>
      <div className={classes.group}>{children}</div>
    </details>
  );
}
