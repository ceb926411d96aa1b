import type { ReactNode } from 'react';
import classes from './feedback.module.css';

/** Nothing is here yet: one picture, one sentence, one action. */
export function EmptyState({
  picture,
  title,
  text,
  action,
}: {
  picture?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      {picture !== undefined && <div className={classes.picture}>{picture}</div>}
      <h2 className={classes.title}>{title}</h2>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
