import { formatDate } from '@diorama/shared/i18n/format.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import type { LibraryItem } from '../../library/use-library.ts';

/** The versions of a component, each of which can become the newest one again. */
export function LibraryVersions({ item, onChanged }: { item: LibraryItem; onChanged: () => void }) {
  const { t, language } = useLibraryTranslations();
  const { data, mutate } = useGet('listLibraryVersions', { params: { id: item.uuid } });
  const newest = data?.versions[0]?.number ?? 0;
  if (newest < 2) {
    return null;
  }
  return (
    <section aria-label={t('library.versions')} className="flex flex-col gap-2">
      <h3 className="text-14 font-semibold">{t('library.versions')}</h3>
      <ol className="flex flex-col m-0 p-0 list-none">
        {data?.versions.map(({ number, note, createdAt, by }) => (
          <li key={number} className="flex min-h-12 items-center gap-3 border-b border-(--hairline)">
            <div className="flex min-w-0 flex-1 flex-col wrap-anywhere">
              <span>{t('library.versions.number', { number })}</span>
              {note && (
                <span dir="auto" className={primitives.muted}>
                  {note}
                </span>
              )}
              <span className={primitives.faint}>
                {[formatDate(language, createdAt), by].filter((one) => one !== null).join(' · ')}
              </span>
            </div>
            {item.permission === 'edit' && number !== newest && (
              <GoBack
                item={item}
                number={number}
                newest={newest}
                onChanged={() => {
                  // A failed request is shown when the item is opened again.
                  mutate().catch(() => undefined);
                  onChanged();
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function GoBack({
  item,
  number,
  newest,
  onChanged,
}: {
  item: LibraryItem;
  number: number;
  newest: number;
  onChanged: () => void;
}) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    const paramsOf = (version: number) => ({ id: item.uuid, number: String(version) });
    const { document } = await client.call('getLibraryVersion', { params: paramsOf(number) });
    await client.call('putLibraryVersion', {
      params: paramsOf(newest + 1),
      body: { document, name: item.name ?? '', note: t('library.versions.note', { number }) },
    });
    toast({ kind: 'success', text: t('library.versions.done', { number }) });
    onChanged();
  }, showError);
  return (
    <NetworkButton
      size="small"
      isLoading={isBusy}
      aria-label={t('library.versions.backTo', { number })}
      onClick={submit}
    >
      {t('library.versions.back')}
    </NetworkButton>
  );
}
