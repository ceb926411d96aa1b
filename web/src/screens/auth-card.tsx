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
    <div className="flex w-full max-w-(--content-width) flex-col gap-5">
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className="mt-2 text-(--text-2) text-balance">{intro}</p>
      </div>
      {children}
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
