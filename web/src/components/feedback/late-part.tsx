import { RotateCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import classes from './feedback.module.css';

export type LatePartProps = {
  children: ReactNode;
  /** Where it is said that the part is missing: in its own place, in the room of one button, or in a corner of the page. */
  place?: 'panel' | 'button' | 'corner';
};

/** What says in a corner of the page that a part of it is missing, as a selector. */
export const LOST_PART = '[role="alert"][data-place="corner"]';

/**
 * A part of a page whose code comes by itself. Where it cannot be had, as another release is there by now, or throws, the
 * page goes on without it and says so in its place.
 */
export function LatePart({ children, place = 'corner' }: LatePartProps) {
  return (
    <ErrorBoundary fallback={<LostPart place={place} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function LostPart({ place }: Required<Pick<LatePartProps, 'place'>>) {
  const t = useT();
  const reload = () => window.location.reload();
  if (place === 'button') {
    return (
      <IconButton label={t('problem.part.small')} icon={<RotateCw aria-hidden="true" />} onClick={reload} />
    );
  }
  const note = (
    <div role="alert" className={classes.lost} data-place={place}>
      <p>{t('problem.part.text')}</p>
      <Button onClick={reload}>{t('problem.crash.reload')}</Button>
    </div>
  );
  // Whatever the part would have stood in, such as a card that is moved about, holds no corner of the page.
  return place === 'corner' ? createPortal(note, document.body) : note;
}
