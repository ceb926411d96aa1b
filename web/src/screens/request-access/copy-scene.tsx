import { UNLOCKED_HEADER } from '@diorama/shared/domain/unlocked-header.ts';
import { useNavigate } from 'react-router';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { unlockToken } from '../../viewer/unlock-token.ts';
import { usePublicPage } from './use-public-page.ts';

/** Offers a copy of a scene whose public page allows it, or a link to its password page; hidden otherwise. */
export function CopyScene({
  uuid,
  onProblem,
}: {
  uuid: string;
  onProblem: (problem: string | null) => void;
}) {
  const { t } = usePeopleTranslations();
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
