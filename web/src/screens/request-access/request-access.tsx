import type { Subject } from '@diorama/shared/domain/roles.ts';
import { Lock, Send } from 'lucide-react';
import { useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useLive } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { iriOf } from '../../api/url.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useSwitchAccount } from '../accept-invitation/use-switch-account.ts';
import { CopyScene } from './copy-scene.tsx';
import classes from './request-access.module.css';

/**
 * Shown for a missing or inaccessible subject, without revealing which, with a form to request access.
 * @param onAccess - called when the user has access after all
 */
export function RequestAccess({
  subject,
  uuid,
  onAccess,
}: {
  subject: Subject;
  uuid: string;
  onAccess: () => void;
}) {
  const { t } = usePeopleTranslations();
  const path = usePath();
  const user = useUser();
  const { client } = useApi();
  const errorText = useErrorText();
  const switchAccount = useSwitchAccount();
  const [isSent, setIsSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = useEffectEvent(onAccess);
  useLive(({ event }) => {
    if (event?.['@id'] === iriOf(subject, uuid) && event.type !== 'deleted') {
      enter();
    }
  });
  const { isBusy, submit } = useSubmit(
    async () => {
      await client.call('createAccessRequest', { body: { type: subject, uuid } });
      setIsSent(true);
    },
    (error) => {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'invitation.duplicate') {
        enter();
      } else if (!isNoticed(error)) {
        // The server's text names the lower limit of an address that is not confirmed.
        const isLimited = code === 'invitation.limit' && user?.isEmailConfirmed !== false;
        setProblem(isLimited ? t('request.limit') : errorText(error));
      }
    },
  );
  if (isSent) {
    return (
      <EmptyState
        heading="h1"
        picture={<Send size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('request.sent.title')}
        text={t('request.sent.text')}
        action={<ButtonLink to={path('home')}>{t('request.home')}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      heading="h1"
      picture={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t(`request.title.${subject}`)}
      text={t('request.text', { email: user?.email ?? '' })}
      action={
        <div className={classes.actions}>
          {problem !== null && <Alert kind="error">{problem}</Alert>}
          <NetworkButton variant="primary" isWide isLoading={isBusy} onClick={submit}>
            {t('request.submit')}
          </NetworkButton>
          {subject === 'compositions' && <CopyScene uuid={uuid} onProblem={setProblem} />}
          <Button isWide onClick={() => switchAccount()}>
            {t('request.switch')}
          </Button>
          <ButtonLink variant="ghost" isWide to={path('home')}>
            {t('request.home')}
          </ButtonLink>
        </div>
      }
    />
  );
}
