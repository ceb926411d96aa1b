import type { Subject } from '@diorama/shared/domain/roles.ts';
import { UNLOCKED_HEADER } from '@diorama/shared/domain/unlocked-header.ts';
import { Lock, Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useLive } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { iriOf } from '../../api/url.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { unlockToken } from '../../viewer/unlock-token.ts';
import { useSwitchAccount } from '../accept-invitation/use-switch-account.ts';

/** State of a scene's public page for this tab: none or loading, password required, or copying allowed. */
type PublicPage = 'none' | 'locked' | 'copyable';

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
  const { t } = useTranslations('people');
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
        <div className="flex min-w-[15rem] flex-col gap-2 text-start">
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

/** Offers a copy of a scene whose public page allows it, or a link to its password page; hidden otherwise. */
function CopyScene({ uuid, onProblem }: { uuid: string; onProblem: (problem: string | null) => void }) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const path = usePath();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const page = usePublicPage(uuid);
  const { isBusy, submit } = useSubmit(
    async () => {
      onProblem(null);
      const unlocked = unlockToken(uuid);
      const copy = await client.call(
        'cloneComposition',
        { params: { id: uuid } },
        { headers: unlocked === null ? {} : { [UNLOCKED_HEADER]: unlocked } },
      );
      await navigate(path(`builder/${copy.uuid}`));
    },
    (error) => {
      if (!isNoticed(error)) {
        onProblem(errorText(error));
      }
    },
  );
  if (page === 'none') {
    return null;
  }
  if (page === 'locked') {
    return (
      <ButtonAnchor isWide href={path(`view/${uuid}`)}>
        {t('request.unlock')}
      </ButtonAnchor>
    );
  }
  return (
    <NetworkButton isWide isLoading={isBusy} onClick={submit}>
      {t('request.copy')}
    </NetworkButton>
  );
}

/** Checks whether the public page of a scene offers copies. */
function usePublicPage(uuid: string): PublicPage {
  const { client } = useApi();
  const [page, setPage] = useState<PublicPage>('none');

  useEffect(() => {
    let isCurrent = true;
    const unlocked = unlockToken(uuid);
    // The token belongs to the tab and not to a user.
    const options = unlocked === null ? {} : { headers: { Authorization: `Bearer ${unlocked}` } };
    client.call('getPublicScene', { params: { uuid } }, options).then(
      ({ sharing }) => {
        if (isCurrent) {
          setPage(sharing.allowClone ? 'copyable' : 'none');
        }
      },
      (error) =>
        isCurrent && setPage(error instanceof ApiError && error.code === 'scene.locked' ? 'locked' : 'none'),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, uuid]);

  return page;
}
