import type { ReactNode } from 'react';
import classes from './page-head.module.css';

/**
 * The head of a screen: its title, and what is done or sought there beside it.
 * @param stacks - on phones what stands beside the title gets a line of its own, as a search field needs
 */
export function PageHead({
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
      <h1 className={classes.title}>{title}</h1>
      {children}
    </div>
  );
}
