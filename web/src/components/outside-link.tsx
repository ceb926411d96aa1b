import type { ComponentProps } from 'react';
import { type OutsidePage, useOutside } from '../hooks/use-outside.ts';

/** A link to help, support or a legal text. It opens a new tab, so that no half-filled form is lost. */
export function OutsideLink({ page, ...props }: Omit<ComponentProps<'a'>, 'href'> & { page: OutsidePage }) {
  const outside = useOutside();
  return <a {...props} href={outside(page)} target="_blank" rel="noreferrer" />;
}
