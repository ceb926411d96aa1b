import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { serverNow } from '../../api/server-time.ts';
import { idOf } from '../../api/url.ts';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useStoreUser } from '../../hooks/use-refresh-user.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import classes from './accept-invitation.module.css';
import { ClosedInvitation } from './closed-invitation.tsx';
import { entityPage } from './entity-page.ts';
import { InvalidInvitation } from './invalid-invitation.tsx';
import { OpenInvitation } from './open-invitation.tsx';

/** Page of an invitation link: the inviter, the subject, and buttons to answer. */
export function AcceptInvitationScreen() {
  const { uuid = '' } = useParams();
  const { t } = usePeopleTranslations();
  useTitle(t('accept.page'));
  return (
    <AuthLayout>
      <Door key={uuid} id={uuid} />
    </AuthLayout>
  );
}

function Door({ id }: { id: string }) {
  const { data: invitation, error, mutate } = useGet('getInvitation', { params: { id } });
  if (invitation) {
    return (
      <Answer invitation={invitation} onAnswer={(answered) => mutate(answered, { revalidate: false })} />
    );
  }
  if (error && (error.status === 404 || error.status === 422)) {
    return <InvalidInvitation />;
  }
  if (error) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
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
  const { t } = usePeopleTranslations();
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
    <div className={classes.card} aria-busy="true">
      <Skeleton height="10rem" />
      <Skeleton height="2rem" />
      <Skeleton height="2.5rem" />
    </div>
  );
}
