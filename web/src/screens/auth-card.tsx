import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

/** Column of the pages before login: title, content, and a link to the other page. */
export function AuthCard({
  title,
  intro,
  children,
  foot,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className={classes.card}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.intro}>{intro}</p>
      </div>
      {children}
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
