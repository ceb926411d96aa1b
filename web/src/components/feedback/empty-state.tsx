import type { ReactNode } from 'react';
import classes from './feedback.module.css';

/** Placeholder of an empty list: one picture, one sentence, one action. */
export function EmptyState({
  picture,
  title,
  text,
  action,
  heading: Heading = 'h2',
}: {
  picture?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is the page's only content. */
  heading?: 'h1' | 'h2';
}) {
  return (
    <div className={classes.state}>
      {picture !== undefined && <div className={classes.picture}>{picture}</div>}
      <Heading className={classes.title}>{title}</Heading>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
