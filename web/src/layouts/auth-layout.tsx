import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../components/logo.tsx';
import { useCodeAhead } from '../hooks/use-code-ahead.ts';
import { useT } from '../hooks/use-language.tsx';
import { usePath } from '../hooks/use-path.ts';
import classes from './auth-layout.module.css';
import { LanguageMenu } from './language-menu.tsx';

/**
 * Layout of pages before login.
 * @param picture - shown beside the page on wide screens
 */
export function AuthLayout({ picture, children }: { picture?: ReactNode; children: ReactNode }) {
  const t = useT();
  useCodeAhead();
  const path = usePath();
  return (
    <div className={classes.page} data-pictured={picture !== undefined || undefined}>
      <header className="flex h-(--header-height) items-center justify-between px-6 py-0 max-md:px-4 max-md:py-0">
        <Link
          to={path('login')}
          className="inline-flex items-center gap-2 text-(--text) text-16 font-semibold hover:no-underline"
        >
          <Logo />
          {t('app.name')}
        </Link>
        <LanguageMenu />
      </header>
      <main className={classes.main}>{children}</main>
      {picture}
    </div>
  );
}
