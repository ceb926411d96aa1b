import { SUBJECTS } from '@diorama/shared/domain/roles.ts';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import { RequestAccess } from './request-access.tsx';

const PAGES = {
  compositions: (uuid: string) => `builder/${uuid}`,
  projects: (uuid: string) => `project/${uuid}`,
  accounts: () => 'home',
} as const;

/** The page `request-access/{type}/{uuid}/{invitation?}`: requests access, with the expired invitation. */
export function RequestAccessScreen() {
  const { type = '', uuid = '', invitation } = useParams();
  const { t } = useTranslations('people');
  const path = usePath();
  const navigate = useNavigate();
  useTitle(t('request.page'));
  const subject = SUBJECTS.find((known) => known === type || known === `${type}s`);
  if (subject === undefined) {
    return <Navigate replace to={path('not-found')} />;
  }
  return (
    <AuthLayout>
      <div>
        {invitation !== undefined && <OldInvitation id={invitation} />}
        <RequestAccess
          key={uuid}
          subject={subject}
          uuid={uuid}
          onAccess={() => navigate(path(PAGES[subject](uuid)), { replace: true })}
        />
      </div>
    </AuthLayout>
  );
}

/** The expired invitation, which names the subject of the request. */
function OldInvitation({ id }: { id: string }) {
  const { t } = useTranslations('people');
  const { data } = useGet('getInvitation', { params: { id } });
  if (data === undefined) {
    return null;
  }
  const inviter = data.createdBy?.name ?? t('accept.somebody');
  return (
    <div className="max-w-(--dialog-small) mx-auto my-0">
      <Alert>{t(`accept.title.${data.subject}`, { inviter, name: data.entity.name })}</Alert>
    </div>
  );
}
