import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import classes from './fields.module.css';

/** A part of a panel that can be closed; the browser remembers it for as long as the panel is there. */
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
  const [isShown, setIsShown] = useState(isOpen);
  return (
    <details
      className={classes.section}
      open={isOpen}
      onToggle={(event) => setIsShown(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <ChevronDown size={16} aria-hidden="true" className={classes.chevron} />
        <span className={classes.sectionTitle}>{title}</span>
        {action}
      </summary>
      {(isShown || !isLazy) && (
        <div className={classes.sectionBody}>
          {/* Its words may still be on their way, for which nothing else is to disappear. */}
          <Suspense fallback={null}>{children}</Suspense>
        </div>
      )}
    </details>
  );
}
