import type { Asset } from '@diorama/shared/contract/assets.ts';
import { History, Sparkles } from 'lucide-react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';

/** Switches a model between its optimised and original file, in every scene that uses it. */
export function OriginalChoice({ asset }: { asset: Asset }) {
  const { editor, assets } = useEditorSession();
  const { t } = useTranslations('import-report');
  const { client } = useApi();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { wantsOriginal, showsOriginal } = asset;
  const isPending = wantsOriginal !== showsOriginal;
  const { isBusy, submit } = useSubmit(async () => {
    const params = { id: asset.uuid };
    assets.set(await client.call('patchAsset', { params, body: { wantsOriginal: !showsOriginal } }));
  }, showError);
  if (asset.status !== 'ready' || asset.originalUrl === null) {
    return null;
  }
  return (
    <section className="flex flex-col gap-3 items-start mb-4" aria-live="polite">
      <p>
        {t(
          isPending
            ? 'import.form.pending'
            : showsOriginal
              ? 'import.form.asItCame'
              : 'import.form.optimised',
        )}
      </p>
      {!isReadOnly && (
        <NetworkButton
          size="small"
          icon={
            showsOriginal ? (
              <Sparkles size={16} aria-hidden="true" />
            ) : (
              <History size={16} aria-hidden="true" />
            )
          }
          isLoading={isBusy || isPending}
          onClick={submit}
        >
          {t(showsOriginal ? 'import.form.optimise' : 'import.form.useOriginal')}
        </NetworkButton>
      )}
    </section>
  );
}
