import { Link } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

const NEWEST = { sharedWithMeOnly: 'true', itemsPerPage: 1 } as const;

/** Reminds an invited person of who invited them, with the way back to what was shared. */
export function InvitedNote() {
  const { t } = useTranslations('account');
  const path = usePath();
  const { data } = useGet('listCompositions', { query: NEWEST });
  const scene = data?.member[0];
  const { name, uuid, createdBy } = scene ?? {};
  if (name === undefined || uuid === undefined || !createdBy?.name) {
    return null;
  }
  return (
    <p className="p-3 border border-(--hairline) rounded-card text-(--text-2) wrap-anywhere">
      {t('onboarding.invited', { inviter: createdBy.name, name })}{' '}
      <Link to={path(`builder/${uuid}`)}>{t('onboarding.invited.back', { name })}</Link>
    </p>
  );
}
