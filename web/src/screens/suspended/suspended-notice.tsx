import { PauseCircle } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { useAccountWords } from '../../hooks/use-account-words.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import classes from './suspended.module.css';

/** Shown in place of a suspended workspace. */
export function SuspendedNotice({ workspace }: { workspace: string }) {
  const { t } = useAccountWords();
  const path = usePath();
  const user = useUser();
  const hasOthers = (user?.accounts.length ?? 0) > 1;
  const title = t('suspended.title', { workspace });
  useTitle(title);
  return (
    <div className={classes.page}>
      <EmptyState
        heading="h1"
        picture={<PauseCircle size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={title}
        text={t('suspended.text')}
        action={
          <OutsideLink page="support" className={classes.link}>
            {t('suspended.support')}
          </OutsideLink>
        }
      />
      {user?.isOperator && (
        <p className={classes.others}>
          <Link to={path('operators?tab=accounts&state=suspended')}>{t('suspended.operator')}</Link>
        </p>
      )}
      {hasOthers && <p className={classes.others}>{t('suspended.other')}</p>}
    </div>
  );
}
