import { ChevronDown } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  type ToggleEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../components/class-names.ts';
import foldClasses from '../../components/fold.module.css';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
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
export function MoreFields({ title, children }: { title: string; children: ReactNode }) {
  const fold = useRememberedDetails(title, false);
  return (
    <details className={classNames(foldClasses.fold, classes.more)} {...fold}>
      <summary>{title}</summary>
      <div className={classes.group}>{children}</div>
    </details>
  );
}

type RememberedDetails = {
  ref: RefObject<HTMLDetailsElement | null>;
  open: boolean;
  onToggle: (event: ToggleEvent<HTMLDetailsElement>) => void;
};

/**
 * Props that keep a `details` element as the user left it, by name, until the editor is closed; initially
 * `isOpen`. An action can open it and bring it into view.
 */
function useRememberedDetails(name: string, isOpen: boolean): RememberedDetails {
  const { folds, revealedFold } = useEditor().ui;
  const ref = useRef<HTMLDetailsElement>(null);
  const [isShown, setIsShown] = useState(folds.get(name) ?? isOpen);
  const revealed = useSignalValue(revealedFold);
  useEffect(() => {
    if (revealed?.name === name) {
      setIsShown(true);
      ref.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [revealed, name]);
  return {
    ref,
    open: isShown,
    onToggle: ({ currentTarget: { open } }) => {
      setIsShown(open);
      // The `toggle` event also fires on mount.
      if (open !== isShown) {
        folds.set(name, open);
      }
    },
  };
}
