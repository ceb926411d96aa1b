import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { classNames } from '../../components/class-names.ts';
import foldClasses from '../../components/fold.module.css';
import { useRememberedDetails } from '../hooks/use-remembered-details.ts';
import classes from './fields.module.css';

/** Collapsible panel section that keeps its state across selections. */
export function Section({
  title,
  isOpen = true,
  isLazy = false,
  action,
  children,
}: {
  title: string;
  isOpen?: boolean;
  /** Whether costly content is mounted only while the section is open. */
  isLazy?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  const fold = useRememberedDetails(title, isOpen);
  return (
    <details className={classes.section} {...fold}>
      <summary className={classes.summary}>
        <ChevronDown size={16} aria-hidden="true" className={classes.chevron} />
        <span className={classes.sectionTitle}>{title}</span>
        {action}
      </summary>
      {(fold.open || !isLazy) && (
        <div className={classes.sectionBody}>
          {/* Waits for its translations without hiding other parts. */}
          <Suspense fallback={null}>{children}</Suspense>
        </div>
      )}
    </details>
  );
}

/** Collapsible group of rarely needed values within a section. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  const fold = useRememberedDetails(title, false);
  return (
    <details className={classNames(foldClasses.fold, classes.more)} {...fold}>
      <summary>{title}</summary>
      <div className={classes.group}>{children}</div>
    </details>
  );
}
