import type { ComponentProps } from 'react';
import { type ExternalPage, useExternalPages } from '../hooks/use-external-pages.ts';

/** A link to help, support or a legal text. It opens a new tab, so that no half-filled form is lost. */
export function ExternalLink({ page, ...props }: Omit<ComponentProps<'a'>, 'href'> & { page: ExternalPage }) {
  const outside = useExternalPages();
  return <a {...props} href={outside(page)} target="_blank" rel="noreferrer" />;
}
