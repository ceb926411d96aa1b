import { formatNames } from '@diorama/shared/i18n/format.ts';
import useSWR from 'swr';
import { useApi } from '../../api/provider.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { fetchCode } from '../../fetch-code.ts';
import { useLanguage } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Names the models that a publication would lack, as their files have not arrived. */
export function MissingNote({ names }: { names: readonly string[] }) {
  const { t } = useTranslations('sharing');
  const language = useLanguage();
  if (names.length === 0) {
    return null;
  }
  const listed = formatNames(language, names, (count) => t('missing.more', { count }));
  return <Alert kind="warning">{t('missing', { count: names.length, names: listed })}</Alert>;
}

/** The same of a scene that is not open; nothing while this is unknown. */
export function StoredMissingNote({ sceneId }: { sceneId: string }) {
  const { client } = useApi();
  const { data = [] } = useSWR(['missing-files', sceneId], async () => {
    const { readMissing } = await fetchCode(() => import('./read-missing.ts'));
    return readMissing(client, sceneId);
  });
  return <MissingNote names={data} />;
}
