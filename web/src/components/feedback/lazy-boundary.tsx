import { RotateCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import classes from './feedback.module.css';

export type LazyBoundaryProps = {
  children: ReactNode;
  /**
   * Place of the error message: in the part's place, in the space of one button, or in a corner of the page.
   */
  place?: 'panel' | 'button' | 'corner';
};

/** Selector of the message in a corner of the page that a part is missing. */
export const FAILED_PART = '[role="alert"][data-place="corner"]';

/**
 * A lazily loaded part of a page. If its code cannot be fetched, as after a new release, or throws, the page
 * continues without it and shows a message.
 */
export function LazyBoundary({ children, place = 'corner' }: LazyBoundaryProps) {
  return (
    <ErrorBoundary fallback={<MissingPart place={place} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Message that a part of the page could not be loaded. */
export function MissingPart({ place = 'corner' }: Pick<LazyBoundaryProps, 'place'>) {
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
  // The part's container, such as a draggable card, has no corner of the page.
  return place === 'corner' ? createPortal(note, document.body) : note;
}
