import { Trash2 } from 'lucide-react';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmitProblem } from '../../hooks/use-submit-problem.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/**
 * Shown in place of a trashed scene, for users who can restore it.
 * @param onRestored - called when it is restored
 */
export function TrashedScene({ uuid, onRestored }: { uuid: string; onRestored: () => void }) {
  const { t } = useTranslations('people');
  const path = usePath();
  const { client } = useApi();
  const errorText = useErrorText();
  const { isBusy, problem, submit } = useSubmitProblem(
    async () => {
      await client.call('restoreComposition', { params: { id: uuid } });
      onRestored();
    },
    (error) => (isNoticed(error) ? null : errorText(error)),
  );
  return (
    <EmptyState
      heading="h1"
      picture={<Trash2 size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('trashed.title')}
      text={t('trashed.text')}
      action={
        <div className="flex min-w-[15rem] flex-col gap-2 text-start">
          {problem !== null && <Alert kind="error">{problem}</Alert>}
          <NetworkButton variant="primary" isWide isLoading={isBusy} onClick={submit}>
            {t('trashed.restore')}
          </NetworkButton>
          <ButtonLink variant="ghost" isWide to={path('home')}>
            {t('request.home')}
          </ButtonLink>
        </div>
      }
    />
  );
}
