import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** Stands for content until its request has an answer: the placeholder, or the error with a retry. */
export function Pending({
  of,
  title,
  placeholder,
}: {
  of: { error?: unknown; reload: () => void };
  /** Title of the error. */
  title?: string;
  placeholder: ReactNode;
}) {
  return of.error === undefined ? (
    placeholder
  ) : (
    <ErrorState error={of.error} title={title} onRetry={of.reload} />
  );
}
