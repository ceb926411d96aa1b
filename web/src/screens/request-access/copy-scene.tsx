import { useNavigate } from 'react-router';
import { isNoticed } from '../../api/client.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { usePath } from '../../hooks/use-path.ts';
import { usePeopleWords } from '../../hooks/use-people-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';

/** Offers a copy of a scene whose public page allows that; nothing for every other. */
export function CopyScene({
  uuid,
  onProblem,
}: {
  uuid: string;
  onProblem: (problem: string | null) => void;
}) {
  const { t } = usePeopleWords();
  const { client } = useApi();
  const path = usePath();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { data } = useGet('getPublicScene', { params: { uuid } }, { shouldRetryOnError: false });
  const { isBusy, submit } = useSubmit(
    async () => {
      onProblem(null);
      const copy = await client.call('cloneComposition', { params: { id: uuid } });
      await navigate(path(`builder/${copy.uuid}`));
    },
    (error) => {
      if (!isNoticed(error)) {
        onProblem(errorText(error));
      }
    },
  );
  if (data?.sharing.allowClone !== true) {
    return null;
  }
  return (
    <Button variant="primary" isWide isLoading={isBusy} onClick={submit}>
      {t('request.copy')}
    </Button>
  );
}
