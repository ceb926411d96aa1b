import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { idOf } from '../../api/url.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useUser } from '../../hooks/use-user.ts';

const ICON = { size: 40, strokeWidth: 1.25, 'aria-hidden': true } as const;

/** An invitation that has been answered or has expired. */
export function ClosedInvitation({ invitation }: { invitation: Invitation }) {
  const { t } = usePeopleTranslations();
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
