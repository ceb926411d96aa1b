import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { serverNow } from '../../api/server-time.ts';
import { idOf } from '../../api/url.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useStoreUser } from '../../hooks/use-refresh-user.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { InvalidInvitation } from './invalid-invitation.tsx';
import { OpenInvitation } from './open-invitation.tsx';

const ICON = { size: 40, strokeWidth: 1.25, 'aria-hidden': true } as const;

/** Page of an invitation link: the inviter, the subject, and buttons to answer. */
export function AcceptInvitationScreen() {
  const { uuid = '' } = useParams();
  const { t } = useTranslations('people');
  useTitle(t('accept.page'));
  return (
    <AuthLayout>
      <Door key={uuid} id={uuid} />
    </AuthLayout>
  );
}

function Door({ id }: { id: string }) {
  const { data: invitation, error, mutate, reload } = useGet('getInvitation', { params: { id } });
  if (invitation) {
    return (
      <Answer invitation={invitation} onAnswer={(answered) => mutate(answered, { revalidate: false })} />
    );
  }
  if (error && (error.status === 404 || error.status === 422)) {
    return <InvalidInvitation />;
  }
  if (error) {
    return <ErrorState error={error} onRetry={reload} />;
  }
  return <Opening />;
}

function Answer({
  invitation,
  onAnswer,
}: {
  invitation: Invitation;
  onAnswer: (invitation: Invitation) => void;
}) {
  const path = usePath();
  const user = useUser();
  const isMine = user !== null && user.email === invitation.email;
  // Time of opening, which distinguishes an answer given here from an older one.
  const [now] = useState(serverNow);
  if (invitation.accepted && isMine) {
    return <Welcome invitation={invitation} to={path(entityPage(invitation))} />;
  }
  const isClosed = invitation.accepted || invitation.declined || Date.parse(invitation.expiresAt) <= now;
  return isClosed ? (
    <ClosedInvitation invitation={invitation} />
  ) : (
    <OpenInvitation invitation={invitation} onAnswer={onAnswer} />
  );
}

/** Opens the shared subject in its workspace, after a reload of the user's workspaces. */
function Welcome({ invitation, to }: { invitation: Invitation; to: string }) {
  const { client, workspaces } = useApi();
  const storeUser = useStoreUser();
  const toast = useToast();
  const navigate = useNavigate();
  const { t } = useTranslations('people');
  const enter = useEffectEvent(async () => {
    // On failure the workspace appears with the next request of the user.
    const user = await client.call('getMe').catch(() => null);
    if (user !== null) {
      await storeUser(user);
    }
    if (user !== null && invitation.subject === 'accounts') {
      workspaces.choose(user.uuid, idOf(invitation.entity['@id']));
    }
    toast({ kind: 'success', text: t('accept.joined', { name: invitation.entity.name }) });
    navigate(to, { replace: true });
  });
  useEffect(() => {
    enter();
  }, []);
  return <Opening />;
}

function Opening() {
  return (
    <div className="flex w-full max-w-(--dialog-small) flex-col gap-5" aria-busy="true">
      <Skeleton height="10rem" />
      <Skeleton height="2rem" />
      <Skeleton height="2.5rem" />
    </div>
  );
}

/** Page of an invitation's subject, without language. */
function entityPage({ subject, entity, role }: Invitation): string {
  switch (subject) {
    case 'compositions':
      return `builder/${idOf(entity['@id'])}`;
    case 'projects':
      return `project/${idOf(entity['@id'])}`;
    case 'accounts':
      return role === 3 ? 'scenes/shared' : 'scenes/all';
  }
}

/** An invitation that has been answered or has expired. */
function ClosedInvitation({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslations('people');
  const path = usePath();
  const user = useUser();
  const { uuid, subject, entity, email, createdBy } = invitation;
  const inviter = createdBy?.name ?? t('accept.somebody');
  const home = <ButtonLink to={path('home')}>{t('accept.stay')}</ButtonLink>;
  if (invitation.accepted) {
    const query = new URLSearchParams({ email, redirect: path(`accept-invitation/${uuid}`) });
    return (
      <Note
        picture={<CircleCheck {...ICON} />}
        title={t('accept.accepted.title')}
        text={t('accept.accepted.text', { email })}
        action={
          user === null ? (
            <ButtonLink variant="primary" to={path(`login?${query}`)}>
              {t('accept.switch', { email })}
            </ButtonLink>
          ) : (
            home
          )
        }
      />
    );
  }
  if (invitation.declined) {
    return (
      <Note
        picture={<CircleX {...ICON} />}
        title={t('accept.declined.title')}
        text={t('accept.declined.text', { inviter })}
        action={user !== null && home}
      />
    );
  }
  return (
    <Note
      picture={<Clock {...ICON} />}
      title={t('accept.expired.title')}
      text={t('accept.expired.text', { inviter })}
      action={
        <ButtonLink variant="primary" to={path(`request-access/${subject}/${idOf(entity['@id'])}/${uuid}`)}>
          {t('accept.request')}
        </ButtonLink>
      }
    />
  );
}

function Note(props: { picture: ReactNode; title: string; text: string; action: ReactNode }) {
  return <EmptyState heading="h1" {...props} />;
}
