import type { ReactNode } from 'react';
import classes from './page-header.module.css';

/**
 * Head of a screen: its title, with actions or a search field beside it.
 * @param stacks - whether the content beside the title gets a separate line on phones, as a search field needs
 */
export function PageHeader({
  title,
  stacks = false,
  children,
}: {
  title: string;
  stacks?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={classes.head} data-stacks={stacks || undefined}>
      <h1 className="text-20 tracking-[-0.01em]">{title}</h1>
      {children}
    </div>
  );
}
