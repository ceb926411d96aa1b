import { PauseCircle } from 'lucide-react';
import { Link } from 'react-router';
import { ExternalLink } from '../../components/external-link.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';

/**
 * Shown in place of a suspended workspace, and of the pages on which it could be upgraded.
 * @param reason - reason of the operator; null for all but the owner
 */
export function SuspendedNotice({ workspace, reason }: { workspace: string; reason: string | null }) {
  const { t } = useTranslations('account');
  const path = usePath();
  const user = useUser();
  const hasOthers = (user?.accounts.length ?? 0) > 1;
  const title = t('suspended.title', { workspace });
  useTitle(title);
  return (
    <div className="grid min-h-[70dvh] px-4 py-6 content-center">
      <EmptyState
        heading="h1"
        picture={<PauseCircle size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={title}
        text={
          reason === null ? (
            t('suspended.text')
          ) : (
            <>
              <span className="block mb-3 text-(--text) wrap-anywhere whitespace-pre-line">
                {t('suspended.reason', { reason })}
              </span>
              {t('suspended.text')}
            </>
          )
        }
        action={
          <ExternalLink page="support" className="inline-flex min-h-(--button-large) items-center">
            {t('suspended.support')}
          </ExternalLink>
        }
      />
      {user?.isOperator && (
        <p className="text-(--text-3) text-13 text-center">
          <Link to={path('operators?tab=accounts&state=suspended')}>{t('suspended.operator')}</Link>
        </p>
      )}
      {hasOthers && <p className="text-(--text-3) text-13 text-center">{t('suspended.other')}</p>}
    </div>
  );
}
