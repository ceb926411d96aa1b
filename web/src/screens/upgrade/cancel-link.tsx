import { ButtonAnchor, ButtonLink } from '../../components/button/button.tsx';
import { useMarketingUrl } from '../../hooks/use-outside.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePayWords } from '../../hooks/use-pay-words.ts';
import { useUser } from '../../hooks/use-user.ts';

/** The way out of paying: to the scenes, or for who is not signed in to the installation's own site, else to login. */
export function CancelLink() {
  const { t } = usePayWords();
  const path = usePath();
  const user = useUser();
  const marketing = useMarketingUrl();
  if (user === null && marketing !== null) {
    return (
      <ButtonAnchor size="large" isWide href={marketing}>
        {t('cancel')}
      </ButtonAnchor>
    );
  }
  return (
    <ButtonLink size="large" isWide to={path(user === null ? 'login' : 'scenes')}>
      {t('cancel')}
    </ButtonLink>
  );
}
