import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { Box, Building2, Folder } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import primitives from '../../components/primitives.module.css';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import classes from './accept-invitation.module.css';
import { useSwitchAccount } from './use-switch-account.ts';

const ICONS = { compositions: Box, projects: Folder, accounts: Building2 } as const;

/** An invitation that can be answered. */
export function OpenInvitation({
  invitation,
  onAnswer,
}: {
  invitation: Invitation;
  onAnswer: (invitation: Invitation) => void;
}) {
  const { t } = useTranslations('people');
  const dates = useDates();
  const user = useUser();
  const { subject, entity, entities, createdBy, role, email, expiresAt } = invitation;
  const inviter = createdBy?.name ?? t('accept.somebody');
  const Icon = ICONS[subject];
  return (
    <div className="flex w-full max-w-(--dialog-small) flex-col gap-5">
      <div className={classes.picture}>
        {entity.thumbnail ? (
          <img src={entity.thumbnail} alt="" />
        ) : (
          <Icon size={40} strokeWidth={1.25} aria-hidden="true" />
        )}
        {createdBy && (
          <span className={classes.inviter}>
            <Avatar person={createdBy} size={32} />
          </span>
        )}
      </div>
      <div className="flex flex-col gap-2 pt-2">
        <h1 className={classes.title}>{t(`accept.title.${subject}`, { inviter, name: entity.name })}</h1>
        {entities.length > 1 && (
          <p className="text-(--text-2) wrap-anywhere">
            {t('accept.others', { count: entities.length - 1 })}{' '}
            {entities
              .slice(1)
              .map(({ name }) => name)
              .join(', ')}
          </p>
        )}
        <p className="text-(--text-2) wrap-anywhere">
          {t('accept.as', { role: t(`role.${role}`), text: t(`accept.role.${role}`) })}
        </p>
        <p className="text-(--text-3) text-13 wrap-anywhere">
          {t('accept.for', { email })} {t('accept.until', { date: dates.date(expiresAt) })}
        </p>
      </div>
      {user === null && <VisitorActions invitation={invitation} onAnswer={onAnswer} />}
      {user !== null && user.email === email && <OwnActions invitation={invitation} onAnswer={onAnswer} />}
      {user !== null && user.email !== email && <OtherActions invited={email} email={user.email} />}
    </div>
  );
}

type ActionProps = { invitation: Invitation; onAnswer: (invitation: Invitation) => void };

/** Actions without a session: sign up or log in, with the address filled in, and return. */
function VisitorActions({ invitation, onAnswer }: ActionProps) {
  const { t } = useTranslations('people');
  const path = usePath();
  const { uuid, email } = invitation;
  const query = new URLSearchParams({ invitation: uuid, email, redirect: path(`accept-invitation/${uuid}`) });
  return (
    <div className={primitives.stack2}>
      <ButtonLink variant="primary" size="large" isWide to={path(`sign-up?${query}`)}>
        {t('accept.signUp')}
      </ButtonLink>
      <ButtonLink size="large" isWide to={path(`login?${query}`)}>
        {t('accept.logIn')}
      </ButtonLink>
      <Decline invitation={invitation} onAnswer={onAnswer} />
    </div>
  );
}

/** Actions if the invited address is signed in. */
function OwnActions({ invitation, onAnswer }: ActionProps) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, submit } = useSubmit(
    async () => onAnswer(await client.call('acceptInvitation', { params: { id: invitation.uuid } })),
    async (error) => {
      const isClosed = error instanceof ApiError && error.code === 'auth.link-expired';
      if (isClosed) {
        // Another tab has answered; the reloaded invitation shows the result.
        onAnswer(await client.call('getInvitation', { params: { id: invitation.uuid } }));
        return;
      }
      setProblem(isNoticed(error) ? null : errorText(error));
    },
  );
  return (
    <div className={primitives.stack2}>
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <NetworkButton variant="primary" size="large" isWide isLoading={isBusy} onClick={submit}>
        {t('accept.submit')}
      </NetworkButton>
      <Decline invitation={invitation} onAnswer={onAnswer} />
    </div>
  );
}

/** Actions if another address is signed in. */
function OtherActions({ invited, email }: { invited: string; email: string }) {
  const { t } = useTranslations('people');
  const path = usePath();
  const switchAccount = useSwitchAccount();
  return (
    <div className={primitives.stack2}>
      <Alert kind="warning">{t('accept.wrong', { email, invited })}</Alert>
      <Button variant="primary" size="large" isWide onClick={() => switchAccount(invited)}>
        {t('accept.switch', { email: invited })}
      </Button>
      <ButtonLink size="large" isWide to={path('home')}>
        {t('accept.stay')}
      </ButtonLink>
    </div>
  );
}

function Decline({ invitation, onAnswer }: ActionProps) {
  const { t } = useTranslations('people');
  const { client } = useApi();
  const { isBusy, submit } = useSubmit(
    async () => onAnswer(await client.call('declineInvitation', { params: { id: invitation.uuid } })),
    async () => onAnswer(await client.call('getInvitation', { params: { id: invitation.uuid } })),
  );
  return (
    <NetworkButton variant="ghost" size="large" isWide isLoading={isBusy} onClick={submit}>
      {t('accept.decline')}
    </NetworkButton>
  );
}
